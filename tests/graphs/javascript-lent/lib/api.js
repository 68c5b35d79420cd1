class Api {
  exit() {}
  run() { this.attach(); this.unused(); Api.open(); this.open(); }
}
class Other { go() { this.attach(); } }
module.exports = Api;
require('./extra')(Api);
require('./extra')(Nobody);
