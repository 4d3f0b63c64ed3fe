set-info
