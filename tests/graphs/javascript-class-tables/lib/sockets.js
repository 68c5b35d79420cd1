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
