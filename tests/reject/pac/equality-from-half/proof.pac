pac 1
circuit 4ddb3e30c6c8746ed38f97e736625bc0f441d4d1923bf08b3008757de9912eda
claim --shape 1x1 --truncate 2 --order separate
aiger 22
616167203220322030203220300a320a340a320a300a
steps text
d 1 2
e 0 1 0 3 1 1 2
