pac 1
circuit 8af64d3878706e501b7d3fa7946b8f62094811d178f78cc7b1078027bea75861
claim --shape 7x7 --truncate 1 --order separate
steps text
