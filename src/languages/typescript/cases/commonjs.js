'use strict'
const path = require('path')
const { helper, other: renamed } = require('./helper')
var app = exports = module.exports = {}
app.use = function use(fn) { this.handle(fn); return helper(fn) }
app.handle = fn => path.join(fn)
exports.create = function (options) { return new Server(options) }
module.exports.Server = Server
function Server(options) {
  this.options = options
  this.start = () => this.listen()
}
Server.prototype.listen = function listen() { return this.options.port }
Server.defaults = { port: 80 }
class Client extends Server {
  static of(x) { return new this(x) }
  constructor() { super(); this.socket = new Socket() }
  send() { this.socket.write(renamed()) }
  #secret() { return 1 }
  field = () => this.#secret()
}
module.exports = { Client, app, run() { return app.use(x => x) }, version: 1 }
