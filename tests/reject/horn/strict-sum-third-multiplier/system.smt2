(set-logic HORN)
(assert (forall ((x Real) (y Real)) (=> (and (< x y) (< y x)) false)))
(check-sat)
