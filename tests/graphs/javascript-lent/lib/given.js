class Memory { connect() {} }
class Disk { connect() {} }
exports.initialize = function (source) {
  source.connector = new Memory();
  source.connector.connect();
};
exports.elsewhere = function (source) {
  source.connector.connect();
};
function Map() {
  const own = { keys() {} };
  return own;
}
Map.prototype.size = function () {};
function Same() { if (!(this instanceof Same)) return new Same(); }
new Map().keys();
new Map().size();
new Same().keys();
const shared = { init: function () { return this; }, keys() {} };
new shared.init().keys();
class Source { open() {} }
/** @param {Source} source */
exports.typed = function (source) {
  source.connector = new Disk();
  source.connector.connect();
  source.open();
};
function iterate() {
  const cursor = this;
  return { next() { cursor.next(); } };
}
