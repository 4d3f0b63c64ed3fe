pac 1
circuit 5c5869580a6a21ae81f1aefb214ce771c9db309a4fcd963c5a4216d1f62703b8
claim --square --truncate 1 --order separate
aiger 16
616167203020302030203120300a300a
steps text
