(set-logic HORN)
(assert (forall ((x Int) (r Int)) (=> (and (< 0 (+ x r)) (< (+ x r) 1)) false)))
(check-sat)
