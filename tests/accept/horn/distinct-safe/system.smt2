(set-logic HORN)
(assert (=> (distinct 1 1 2) false))
(check-sat)
