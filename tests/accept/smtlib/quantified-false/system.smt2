(assert (forall ((x Int) (y Bool)) (forall ((x Real)) (=> (and y (= x 0.5)) false))))
