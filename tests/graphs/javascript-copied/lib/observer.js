module.exports = Observer;
function Observer() {}
Observer.notify = function () {};
Observer.prototype.seen = function () {};
