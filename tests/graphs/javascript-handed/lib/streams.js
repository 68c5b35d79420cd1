const internals = {};

exports.drain = function (stream) {
  stream.on("readable", internals.read);
  stream.on("end", internals.end.bind(internals));
  stream.on("close", internals.both);
  internals.both();
};

// Called by the stream, on the stream.
internals.read = function () {
  while (this.read()) {}
};

internals.end = function () { this.finish(); };
internals.both = function () { this.finish(); };
internals.finish = function () {};
