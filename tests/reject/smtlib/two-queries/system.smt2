(declare-rel Q ())
(rule Q)
(query Q)
(query Q)
