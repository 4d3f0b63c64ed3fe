(set-logic HORN)
(assert (=> (not (distinct 1 1 2)) false))
(check-sat)
