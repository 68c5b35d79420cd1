def build(name):
    return name
