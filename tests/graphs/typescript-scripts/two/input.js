function twice() { local() }
function local() {}
