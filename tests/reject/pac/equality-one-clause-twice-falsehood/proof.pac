pac 1
circuit 4ddb3e30c6c8746ed38f97e736625bc0f441d4d1923bf08b3008757de9912eda
claim --shape 1x1 --truncate 2 --order separate
steps text
d 1 2
e 0 1 0 3 1 1 1
