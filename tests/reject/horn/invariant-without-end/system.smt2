(set-logic HORN)
(declare-fun Q (Int) Bool)
(assert (=> (Q 1) false))
(check-sat)
