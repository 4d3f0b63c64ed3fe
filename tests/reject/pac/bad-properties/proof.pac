pac 1
circuit e9dac322bb041fa6d906609bcf86c2734b70d1425de8af9a62bc18c12f7f4fe6
claim --shape 1x1 --truncate 1 --order separate
aiger 24
6161672032203220302031203020310a320a340a320a340a
steps text
