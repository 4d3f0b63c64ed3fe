(define-fun f ((x Int) (y Int)) Int (- y x))
(define-fun g ((y Int)) Bool (= (f y 5) 3))
(assert (forall ((x Int)) (=> (g x) false)))
