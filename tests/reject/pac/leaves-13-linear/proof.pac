pac 1
circuit 8af64d3878706e501b7d3fa7946b8f62094811d178f78cc7b1078027bea75861
claim --shape 7x7 --truncate 1 --order separate
steps text
l 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 0 1 1 -1 1 0 0 0
