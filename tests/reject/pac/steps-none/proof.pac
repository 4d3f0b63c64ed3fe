pac 1
circuit 92f9fef607c67389fe4cf04a1f2485f348635f4cd2ffce94304e0f67af917cb8
claim --shape 7x7 --truncate 14 --order separate
steps text
