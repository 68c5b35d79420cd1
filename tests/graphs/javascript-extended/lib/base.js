function Base() {}
Base.extend = require('./extend');
Base.make = function () {};
Base.prototype.isNew = function () {};
module.exports = Base;
