// All that is asked of it is a Response's, and of nothing else.
exports.cache = async function (response) {
  if (response.settings.ttl) response._header("cache", "1");
  await response._marshal();
  response.close();
};
// Also of what a member holds, and of a local.
exports.held = function (box) {
  box.response._header("a", 1);
  box.response._marshal();
  const made = box.make();
  made._header("b", 2);
  made._marshal();
};
// One name tells nothing, nor does what libraries have, too.
exports.little = function (response) { response._header("a", 1); };
exports.usual = function (stream) { stream.write("a"); stream.destroy(); };
// What libraries only have as a field is not what is called.
exports.called = function (response) { response.code(200); response._header("a", 1); };
exports.read = function (error) { return error.code + error._header; };
// Something is called that it does not have.
exports.more = function (response) { response._header("a", 1); response._marshal(); response.unheardOf(); };
// A field may be given to it elsewhere, where enough else tells.
exports.given = function (response) {
  if (response.isGiven) response._header("a", 1);
  response._marshal(response.settings, response.request);
};
exports.strange = function (response) {
  if (response.one && response.two) response._header("a", 1);
  response._marshal();
};
// Two have it all; what only one of them has tells which.
exports.twins = function (door) { door.openDoor(); door.shutDoor(); };
exports.left = function (door) { door.openDoor(); door.paintWall(); };
// A class stands for those that build on it.
exports.heirs = function (engine) { engine.startEngine(); engine.stopEngine(); };
// What a base outside may have is no contradiction where everybody has it.
exports.peer = function (peer) { peer.on("x", peer.greetPeer()); peer.nameOfPeer(); };
// Of another thing of the name, further in, nothing else is meant.
exports.shadowed = function (response) {
  response._header("a", 1);
  return (response) => response._marshal();
};
