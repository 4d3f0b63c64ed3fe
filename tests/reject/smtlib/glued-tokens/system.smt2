(assert (= a|b| 1))
