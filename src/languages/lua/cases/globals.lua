limit = 10
counter = limit + 1
function run() limit = 11; later = make() end
_G.named = run
run()
