task far
