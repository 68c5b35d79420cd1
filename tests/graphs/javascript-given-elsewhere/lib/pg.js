const Client = require('./client');
const Compiler = require('./pg-compiler');
class PgClient extends Client {
  compiler(builder) { return new Compiler(this, builder); }
  sign() {}
}
module.exports = PgClient;
