exports.health = function health() { return 'ok'; };
exports.show = function show() { return {}; };
