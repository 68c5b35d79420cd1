def lift(load):
    return load
