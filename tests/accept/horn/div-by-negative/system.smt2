(set-logic HORN)
(assert (forall ((x Int)) (=> (and (= x (- 1)) (= (div x (- 2)) 1) (= (mod x (- 2)) 1)) false)))
(check-sat)
