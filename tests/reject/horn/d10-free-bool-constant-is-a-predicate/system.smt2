(set-logic HORN)
(declare-const c Bool)
(assert (=> (= c true) false))
(check-sat)
