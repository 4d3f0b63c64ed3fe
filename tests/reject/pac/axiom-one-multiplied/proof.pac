pac 1
circuit 82d2bc66b825e66519007e6571c6d196f56c48dc4537749f96c11930616db242
claim --shape 1x1 --truncate 1 --order separate
steps text
l 0 -1 1 0 0 0 1 0
l 0 1 1 2 0 0 0 1 0
