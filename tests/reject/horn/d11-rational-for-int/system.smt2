(set-logic HORN)
(assert (forall ((x Int)) (=> (= (* 2 x) 1) false)))
(check-sat)
