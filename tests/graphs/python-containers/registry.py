REGISTRY = {}
HOOKS = []


def register(name):
    def wrap(function):
        REGISTRY[name] = function
        return function
    return wrap


def default(function):
    REGISTRY["default"] = function
    return function


def hook(function):
    HOOKS.append(function)
    return function


def run(name):
    return REGISTRY[name](1)


def run_default():
    return REGISTRY["default"](1)


def run_hooks():
    for each in HOOKS:
        each(1)
