class Formatter {
  constructor(client, builder) { this.client = client; }
  wrap(value) { return this.client.logger.warn(value); }
  again() { return new Formatter(this.client); } // gives what it was given
}
function helper(client) { client.formatter(); }
module.exports = { Formatter, helper };
