exports.save = function save(body) {};
