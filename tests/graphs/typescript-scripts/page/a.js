function shared() { own() }
function own() {}
