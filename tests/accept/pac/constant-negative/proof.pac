pac 1
circuit 6e5c8e5ee52f1bea0899a9ad42de412cf4cbb9c89d943d9ff34374ef6773d734
claim --signed --constant -0x1 --truncate 3 --order separate
aiger 22
616167203120312030203320300a320a320a300a300a
steps text
