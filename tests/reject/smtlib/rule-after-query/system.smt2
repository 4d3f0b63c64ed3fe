(declare-rel Q ())
(query Q)
(rule Q)
