pac 1
circuit ffc0adb51742eaa7d67eea5c194a6d85c7b14515a9d29ee22c95b174179428ec
claim --shape 1x1 --truncate 2 --order separate
steps text
d 1 2
