(declare-fun |P\| () Bool)
