(declare-rel P (Int))
(rule (P 3))
(query (exists ((x Int)) (and (P x) (> x 2))))
