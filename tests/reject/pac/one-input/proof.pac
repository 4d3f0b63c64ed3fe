pac 1
circuit 568cece29952acc487e37eaee02c963bd4a4d6b420a2377af5e3bf41a944507b
claim --shape 1x1 --truncate 1 --order separate
aiger 18
616167203120312030203120300a320a320a
steps text
