pac 1
circuit 3e4a7f9d2c236ede7ab1f54650729de88e6596006cfadf1b0724d22f5a50edc7
claim --shape 1x1 --truncate 1 --order separate
steps text
