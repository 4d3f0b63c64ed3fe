pac 1
circuit 053E3C55B25DCB1B17CF0A982028771CB110C7810BB231201690D101C077CD11
claim --shape 2x2 --truncate 4 --order separate
steps text
h 1 6 7 9 -12
h 2 8 9 13 -16
