pac 1
circuit 2ebe2114b470849edaccd0a21fc55c62b1bfb0fadc53aaf622d1470677ad1618
claim --shape 1x1 --truncate 1 --order separate
steps text
