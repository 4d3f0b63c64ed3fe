(assert false)
