(declare-rel P (Int))
(declare-var x Int)
(rule (P 0))
(query (and (P x) (>= x 0)))
