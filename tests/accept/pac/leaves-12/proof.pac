pac 1
circuit 047709fa648df4b7c74e53c8a48468b53061c1e55e3c4d1734c5db8c465ddfb2
claim --shape 7x7 --truncate 1 --order separate
steps text
p 0 1 0 25 1 2 3 4 5 6 7 8 9 10 11 12 0
p 0 -1 0 25 1 2 3 4 5 6 7 8 9 10 11 12 0
l 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 0 1 25 -1 25 0 0 0
