function format(x) { return x }
exports.parse = function (x) { return format(x) }
exports.format = format
