exports.ping = function ping() { return 1; };
exports.show = function show(req, res) { res.json(ping()); };
exports.list = function list(req, res) { res.json([]); };
exports.make = function make(req, res) { res.json({}); };
exports.auth = function auth(req, res, next) { next(); };
