class Emitter {
  emit() {}
  close() {}
}

// An instance is given functions: its own come before those of its class.
const api = new Emitter();
api.start = function () { this.emit(); };
api.close = function () {};
api.start();
api.close();
api.emit();

// A function that is bound is called as the function.
class Runner {
  stop() {}
  run(done) {
    const complete = function () { this.stop(); }.bind(this);
    const late = function (a, b) { return b; }.bind(this, 1);
    done(function () { complete(); });
    return late(2);
  }
}
module.exports = { api, Runner };
