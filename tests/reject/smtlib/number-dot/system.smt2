(assert (= 1. 1.0))
