class Compiler {
  constructor(client, builder) { this.client = client; this.formatter = client.formatter(builder); }
  run() { this.client.logger.warn('x'); return this.formatter.wrap('a'); }
}
module.exports = Compiler;
