pac 1
circuit 1c144dc5830585046ae15d6e48c88399f201ce962aae6b34e311702405c56921
claim --shape 1x1 --truncate 1 --order separate
steps text
