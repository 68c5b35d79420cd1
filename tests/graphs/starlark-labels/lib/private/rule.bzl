def _impl(ctx):
    return helper()

def helper():
    pass

SmallInfo = provider(fields = ["name"])
small_rule = rule(implementation = _impl)
