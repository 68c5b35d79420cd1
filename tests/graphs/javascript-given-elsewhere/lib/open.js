function open(given) { given.number(4); } // what one of two calls gives is not known, the other gives a Known
function tested(given) { given.number(5); } // tests alone call it
module.exports = { open, tested };
