(declare-fun  () Bool)
