(set-logic HORN)
(declare-const c Int)
(assert (=> (= c 0) false))
(check-sat)
