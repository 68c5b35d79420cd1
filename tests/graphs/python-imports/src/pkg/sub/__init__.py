def later():
    pass


def _hidden():
    pass
