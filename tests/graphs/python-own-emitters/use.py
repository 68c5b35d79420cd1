from bus import Bus

bus = Bus()


def saved(): ...


def gone(): ...


bus.on("saved", saved)
bus.attach("gone", gone)
