(set-logic LIA)
