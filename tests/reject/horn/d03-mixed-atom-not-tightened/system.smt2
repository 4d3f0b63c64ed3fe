(set-logic HORN)
(assert (forall ((x Int) (r Real)) (=> (and (< 0 (+ (to_real x) r)) (< (+ (to_real x) r) 1)) false)))
(check-sat)
