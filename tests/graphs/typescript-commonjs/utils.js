exports.isObject = require('./is-object')
exports.array = {}
exports.array.flatten = function flatten(a) { return exports.array.flatten(a) }
exports.populate = function populate(p) { return exports.populate(p) }
module.exports.named = function (p) { this.populate(p); return module.exports.populate(p) }
