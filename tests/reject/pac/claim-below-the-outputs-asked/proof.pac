pac 1
circuit 496bf3e905a7e88cb5bb8cd68df4dfafd42cdebe66d6c73df9efb4b34fa800b4
claim --shape 1x1 --truncate 1 --order separate
aiger 28
616167203320322030203220310a320a340a360a310a36203220340a
steps text
