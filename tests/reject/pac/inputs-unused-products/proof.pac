pac 1
circuit 85cf9d5b89ed5700941f94e26d5b16ae81278876525414b84fbf4ed8f043b628
claim --shape 524288x524288 --truncate 4000 --order separate
steps text
