(declare-fun P Int Bool)
