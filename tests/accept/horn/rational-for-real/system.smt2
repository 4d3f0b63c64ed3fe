(set-logic HORN)
(assert (forall ((x Real)) (=> (= (* 2 x) 1) false)))
(check-sat)
