(set-logic HORN)
(declare-fun P () Bool)
(assert (=> P false))
(check-sat)
