pac 1
circuit 631bedacd9c2eef25bdcaa2283665036f5e2a88d922f5f28515574b547eac4a5
claim --shape 2x2 --truncate 4 --order separate
steps text
h 1 6 7 9 -12
h 2 8 9 13 -16
