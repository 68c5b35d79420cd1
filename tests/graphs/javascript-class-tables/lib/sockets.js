class Socket { connect() {} }
class Req extends Socket { send() {} }
class Rep extends Socket { send() {} }
exports.types = { req: Req, rep: Rep };
const mixed = { req: Req, text: 'rep' };
const functions = { one() {}, two() {} };
exports.socket = function (type, options) {
  const Fn = exports.types[type];
  return new Fn(options);
};
exports.other = function (type) {
  new mixed[type]().connect();
  new functions[type]().connect();
};
function Base() {}
function Left() { Base.call(this); }
function Right() { Base.call(this); }
require('util').inherits(Left, Base);
require('util').inherits(Right, Base);
Base.prototype.go = function () {};
const sides = { left: Left, right: Right };
exports.side = function (name) {
  const Side = sides[name];
  new Side().go();
};
