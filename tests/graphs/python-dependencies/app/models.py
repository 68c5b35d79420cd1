class Model:
    def save(self):
        return self

    def close(self):
        pass

    def dispatch(self):
        pass
