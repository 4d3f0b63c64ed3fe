(set-info :a "b)
