(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x 4) (=> (> x 3) (P x)))))
(assert (not (P 4)))
