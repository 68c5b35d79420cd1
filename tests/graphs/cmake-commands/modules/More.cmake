set(MORE 1)
