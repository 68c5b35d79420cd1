def moor(name):
    return name + " is moored"


def sail(name):
    return name + " sails"
