// A function alone asks too little of it; all that the file asks of parameters of the
// name together is a Request's, with what the thing has that it was added to.
function first(req) { return req.getId() + req.url; }
function second(req) { if (req.isChunked()) return req.headers; }
// Another thing of one name as soon as something else is called.
function third(res) { res.getId(); }
function fourth(res) { res.isChunked(); res.unheardOf(); }
module.exports = { first, second, third, fourth };
