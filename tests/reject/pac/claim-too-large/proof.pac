pac 1
circuit f0e342bf0418c233495278de2cd70500421b91cfc0713f002b5c5459c95b718a
claim --shape 1100x1100 --truncate 2200 --order separate
steps text
