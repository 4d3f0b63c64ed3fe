(assert (! (=> (! true :named a) false) :named |a b|))
