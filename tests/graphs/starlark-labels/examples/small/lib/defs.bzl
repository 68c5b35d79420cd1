def own():
    pass
