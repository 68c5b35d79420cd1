const util = require('util')
const EventEmitter = require('events').EventEmitter
function Document() { this.parts = [] }
Object.setPrototypeOf(Document.prototype, EventEmitter.prototype)
Document.prototype.populated = function (x) { return this.$populated(x) }
Document.prototype.$populated = Document.prototype.populated
Document.prototype.save = async function () { this.emit('save') }
function Sub() { this.init() }
Sub.prototype = Object.create(Document.prototype)
Sub.prototype.constructor = Sub
Sub.prototype.init = function () { this.save(); this.populated(); this.absent() }
function Inherited() {}
util.inherits(Inherited, Document)
Inherited.prototype.init = function () { this.save() }
function Literal() {}
Literal.prototype = { init() { this.other(); this.late() }, other: function () { this.init() } }
Literal.prototype.late = function () {}
function Above() {}
Above.prototype.__proto__ = Document.prototype
Above.prototype.go = function () { this.save() }
function Mixed() {}
Object.assign(Mixed.prototype, Document.prototype, { own() { this.save() } })
const proto = Document.prototype
proto.extra = function () { this.save() }
function use() { new Literal().other(); new Document().extra(); new Mixed().own() }
module.exports = { Document, Sub, Inherited }
