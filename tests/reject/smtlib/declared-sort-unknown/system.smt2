(declare-fun P (U) Bool)
