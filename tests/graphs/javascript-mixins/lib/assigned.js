exports.assigned = function () { this.go(); };
