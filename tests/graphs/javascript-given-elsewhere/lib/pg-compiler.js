const Compiler = require('./compiler');
class PgCompiler extends Compiler {
  constructor(client, builder) { super(client, builder); } // a client that extends the other
  go() { this.client.logger.warn('x'); return this.formatter.wrap('a'); }
}
class Unmade extends Compiler {
  constructor(client) { super(client); } // nobody is known to make it
}
module.exports = PgCompiler;
