'use strict'
const helper = require('./helper')
const { format, parse } = require('./helper')
const Store = require('./store')
const app = exports = module.exports = {}
app.use = function use(fn) { this.handle(fn); return helper.format(fn) }
app.handle = function (fn) { parse(fn); format(fn) }
function Server(options) { this.options = options; this.store = new Store() }
Server.prototype.listen = function listen() { this.open(); this.store.save() }
Server.prototype.open = function () { return Server.defaults() }
Server.defaults = () => app.use()
exports.create = function create() { const s = new Server(); s.listen(); return s }
