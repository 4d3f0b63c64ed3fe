(declare-fun |P () Bool)
