(assert (forall ((x Real)) (=> (and (= x (/ 1 3)) (= (/ x 2 (- 2)) (- (/ 1.0 12.0))) (= 0.250 (* (/ 3.0 4) x))) false)))
