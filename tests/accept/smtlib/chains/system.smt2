(assert (forall ((x Int) (y Int) (z Int)) (=> (and (< x y z) (>= 3 z y) (= 2 y y) (xor true true true) (=> false true false)) false)))
