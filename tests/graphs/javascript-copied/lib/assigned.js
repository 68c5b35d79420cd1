exports.assigned = function () {};
