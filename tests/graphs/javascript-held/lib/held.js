class Request {
  reply() {}
  log() {}
}
class Answer {
  send() {}
}

// What is put into maps and sets, by the file that makes them.
class Core {
  actives = new WeakMap();
  constructor() {
    this.byId = {};
    this.all = new Set();
    this.other = new Map();
  }
  open(socket, id) {
    const request = new Request();
    this.actives.set(socket, request);
    this.byId[id] = request;
    this.all.add(new Request());
    this.other.set(id, new Answer());
  }
  close(socket, id) {
    const request = socket && this.actives.get(socket);
    request.reply();
    this.byId[id].log();
    for (const one of this.all) one.log();
    this.all.forEach((one) => one.reply());
    this.other.get(id).send();
  }
}

// Under a key of its own, in an object of another name nothing is put.
function apart(id) {
  const made = {}, empty = {};
  made[id] = new Answer();
  made[id + 1].send();
  empty[id].send();
}
module.exports = { Core, apart };
