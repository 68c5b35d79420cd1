try:
    from ._fast import log
except ImportError:

    def log(text):
        print(text)


def trace():
    log("trace")
