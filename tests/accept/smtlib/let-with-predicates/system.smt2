(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (let ((a (and (P x) (P x))) (b (> x 0))) (=> (and b a) false))))
