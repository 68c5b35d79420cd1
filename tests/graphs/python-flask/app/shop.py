class Cart:
    path = '/x'

    def route(self, name):
        return lambda f: f


cart = Cart()
