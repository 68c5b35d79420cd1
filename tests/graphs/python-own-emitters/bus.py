from collections import defaultdict


class Bus:
    def __init__(self):
        self._by_name = defaultdict(list)
        self._others = {}

    def on(self, name, hear):
        self._by_name[name].append(hear)

    def emit(self, name):
        for hear in self._by_name[name]:
            hear()

    def attach(self, name, hear):
        self._others.setdefault(name, []).append(hear)

    def fire(self, name):
        for hear in self._others.get(name, []):
            hear()
