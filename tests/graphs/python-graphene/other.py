# of no package
class Field:
    def __init__(self, name):
        self.name = name


class Query:
    hidden = Field("hidden")

    def resolve_hidden(self, info):
        return 1
