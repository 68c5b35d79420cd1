class Query:
    def field(self, name):
        return name


query = Query()


@query.field("hidden")
def hidden():
    return 1
