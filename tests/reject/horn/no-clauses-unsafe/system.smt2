(set-logic HORN)
(check-sat)
