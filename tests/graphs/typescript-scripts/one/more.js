var twice = 1
