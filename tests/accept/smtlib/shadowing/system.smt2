(assert (forall ((x Int)) (=> (let ((x (+ x 1))) (let ((x (* 2 x))) (= x 6))) false)))
