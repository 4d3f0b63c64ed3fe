(set-logic HORN)
(assert (not (exists ((x Int)) (= (+ x x x) 9))))
(check-sat)
