def in_namespace():
    pass
