// What calls of other files give to a parameter without a type is what it can be.
'use strict';
const Compiler = require('./compiler');
const { Formatter, helper: assist } = require('./formatter');
class Logger { warn(text) {} }
class Client {
  constructor() { this.logger = new Logger(); }
  compiler(builder) { return new Compiler(this, builder); }
  formatter(builder) { return new Formatter(this, builder); }
  help() { assist(this); }
  quote() { return this.sign(); } // of those that extend it
}
module.exports = Client;
