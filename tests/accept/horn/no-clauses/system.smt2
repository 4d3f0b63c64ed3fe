(set-logic HORN)
(declare-fun Q () Bool)
(check-sat)
