function start(name) { return name }
function stop() {}
