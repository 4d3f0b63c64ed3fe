(define-fun f ((x Int)) Bool (> x 0))
(assert (forall ((f Int)) (=> (f 3) false)))
