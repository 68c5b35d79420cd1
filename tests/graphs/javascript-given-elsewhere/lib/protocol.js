const { Head } = require('./packets');
function Writer() {}
Writer.prototype.number = function (value) {};
class Other { number() {} }
function emit(packet) {
  packet.write(new Writer());
  packet.write(packet);
  packet.send(new Writer());
  packet.send(new Other());
  packet.close(new Writer());
  new Head().close(new Other());
}
module.exports = emit;
