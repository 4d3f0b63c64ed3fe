(set-logic HORN)
(assert (forall ((x Int)) (=> (and (<= x 0) (<= x 1)) false)))
(check-sat)
