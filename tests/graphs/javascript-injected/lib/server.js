const FileList = require('./files');
const reporter = require('./reporter');
class Server {
  constructor(done) {
    this.modules = [{
      files: ['factory', FileList.factory],
      reporter: ['factory', reporter.create],
      clock: ['type', Clock],
      server: ['value', this],
      twice: ['value', new Clock()],
      list: ['other', new Clock()]
    }, { twice: ['value', new Timer()] }];
  }
  start(list, files, port, twice, unknown, other) {
    this.files = files;
    files.refresh();
    port.tick();
    twice.tick();
    unknown.tick();
    other.tick();
  }
  again() { this.files.refresh(); }
  stop() {}
  plain(files) { files.refresh(); }
}
class Clock { tick() {} }
class Timer { tick() {} }
Server.prototype.start.$inject = ['list', 'files', 'config.port', 'twice', 'nobody'];
module.exports = Server;
