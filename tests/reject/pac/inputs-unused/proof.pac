pac 1
circuit ffd1ef38f161acc6bc2db4ac9febd16a460574066145649bef00bb3686a13d25
claim --shape 1000000000x1000000000 --truncate 1 --order separate
steps text
