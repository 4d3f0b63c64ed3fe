(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q () Bool)
; one line or two?(assert (P 0))
(assert (forall ((x Int)) (not (P x))))
