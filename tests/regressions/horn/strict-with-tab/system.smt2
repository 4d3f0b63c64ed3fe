(set-logic HORN)
(declare-fun P (Bool Int Real) Bool)
(assert (forall ((b Bool) (x Int) (r Real) (s Real)) (=> (and (P b x r) (<= x 0) (<= 3 x) (< r s)) false)))
(check-sat)
