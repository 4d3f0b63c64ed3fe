(assert (= 01 1))
