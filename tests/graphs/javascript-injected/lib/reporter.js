class Reporter { add() {} }
function create() { return new Reporter(); }
exports.create = create;
