(declare-rel Q ())
(query Q Q)
