(assert (forall ((x Real) (y Real) (z Real)) (=> (and (<= (+ x y z) 0.0) (<= (+ x (* 2 y) (* 5 z)) 1.0) (<= (+ (* 3 x) y) 2.0)) false)))
