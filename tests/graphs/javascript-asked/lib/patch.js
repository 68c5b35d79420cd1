const http = require("http");
module.exports = function patch(Request) {
  Request.prototype.getId = function getId() {};
  Request.prototype.isChunked = function isChunked() {};
};
module.exports(http.IncomingMessage);
// An object that has the functions, and not the fields, is not meant.
const scripts = { getId() {}, isChunked() {} };
