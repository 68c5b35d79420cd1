const Stream = require("stream");
class Connection extends Stream {
  write(chunk) {}
  destroy() {}
  greetPeer() {}
  nameOfPeer() {}
}
module.exports = Connection;
