pac 1
circuit e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
claim --shape 2x2 --truncate 4 --order separate
aiger 0
steps text
