(declare-fun |ÿ| () Bool)
