(push 1)
