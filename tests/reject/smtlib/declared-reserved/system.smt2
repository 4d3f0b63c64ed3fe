(declare-fun and (Bool) Bool)
