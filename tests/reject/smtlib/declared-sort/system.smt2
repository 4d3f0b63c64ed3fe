(declare-fun P ((Array Int Int)) Bool)
