(declare-rel Q ())
(rule Q)
(assert Q)
