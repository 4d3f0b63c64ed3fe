pac 1
circuit 9d36aa2b3dd3c5ec8e29f56b4bb48f2b7a198a896cdfdb51fa4fae2eed42b244
claim --accumulate --shape 1x1 --truncate 1 --order separate
aiger 36
616167203520332030203120320a320a340a360a31310a38203220340a313020
3920370a
steps text
r -4 -3 1 0 1 0
l 0 1 0 4 3 0 1 4 1 3 -1 -5 0 0 7 0
