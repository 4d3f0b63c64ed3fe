pac 1
circuit 2b0368a85c246a684b5bf2af8d63fb6177d2c8822bc7b81eabfafb04c0701717
claim --shape 1x1 --truncate 1 --order separate
aiger 26
616167203320322030203120310a320a340a360a36203420320a
steps text
d 1 2
r -3 4 0 1 2 6 0
r 3 -4 0 4 5 3 0
e 0 1 0 4 3 8 1
