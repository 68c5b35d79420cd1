import beside
import json
from space.inner import mod
from space.inner.mod import in_namespace as renamed


def main():
    beside.helper()
    mod.in_namespace()
    renamed()
    json.dumps({})
