(declare-fun 3 () Bool)
