const isObject = require('./is-object'), re = require('./re'), utils = require('./utils')
const deep = require('./deep'), circle = require('./a')
const AppError = require('./errors')
const CastError = AppError.Cast
function main() {
  isObject(1); re(2)
  utils.isObject(3)
  utils.array.flatten(4)
  deep(5); circle(6)
  throw new AppError('x')
}
function second() { throw new CastError('x') }
function third() {
  const { Document, Sub } = require('./doc')
  const sub = new Sub()
  sub.save()
  let f
  if (sub) { f = main } else { f = second }
  f()
}
const lib = module.exports = exports = {
  go() { this.stop() },
  stop: function stop() { lib.go() }
}
