pac 1
circuit 053e3c55b25dcb1b17cf0a982028771cb110c7810bb231201690d101c077cd11
claim --shape 2x2 --truncate 4 --order separate
steps text
h x 6 7 9 -12
h 2 8 9 13 -16
