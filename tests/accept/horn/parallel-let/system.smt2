(set-logic HORN)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 1) (let ((x y) (y x)) (< y x))) false)))
(check-sat)
