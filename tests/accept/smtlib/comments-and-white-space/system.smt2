; a comment
(set-info :status unsat) (set-option :produce-models true)
	(set-logic HORN);more
(assert
(=>
true false));
(check-sat)
(get-model)
(exit)
