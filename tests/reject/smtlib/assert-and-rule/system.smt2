(declare-rel Q ())
(assert Q)
(rule Q)
