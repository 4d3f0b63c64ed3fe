(declare-rel P ())
(declare-rel Q ())
(rule P)
