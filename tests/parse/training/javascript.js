'use strict'
/**
 * A small cache with expiry and statistics. Training text for the parser's
 * build: ordinary code, nothing else.
 */
const fs = require('fs')
const { promisify } = require('util')
import defaults, { merge as mergeOptions } from './options.mjs'

const MINUTE = 60 * 1000
const noop = function () {}
var counter = 0,
  debug = !!process.env.DEBUG

/** Drops what was used longest ago. */
class Cache extends Map {
  static #instances = new WeakSet()
  #hits = 0
  #misses = 0
  limit = 500;

  *[Symbol.iterator]() {
    for (const [key, entry] of super.entries()) {
      if (entry.expires > Date.now()) yield [key, entry.value]
    }
  }

  constructor({ limit = 500, ttl = 5 * MINUTE, onEvict = noop, ...rest } = {}) {
    super()
    this.limit = limit
    this.ttl = ttl
    this.onEvict = onEvict
    Object.keys(rest).forEach(key => console.warn('unknown option ' + key))
    Cache.#instances.add(this)
  }

  get size_() {
    return [...this].length
  }

  set max(value) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`bad limit: ${value}`)
    this.limit = value
  }

  get(key) {
    const entry = super.get(key)
    if (entry === undefined || (entry.expires <= Date.now() && entry.expires !== Infinity)) {
      this.#misses += 1
      return void 0
    }
    this.#hits++
    super.delete(key)
    super.set(key, entry)
    return entry.value
  }

  set(key, value, ttl = this.ttl) {
    while (this.size >= this.limit) {
      const [oldest] = this.keys()
      this.onEvict(oldest, super.get(oldest)?.value)
      super.delete(oldest)
    }
    return super.set(key, { value, expires: ttl ? Date.now() + ttl : Infinity })
  }

  async remember(key, make) {
    const known = this.get(key)
    if (known !== undefined) return known
    const value = await make(key)
    this.set(key, value)
    return value
  }

  stats() {
    const total = this.#hits + this.#misses
    return { hits: this.#hits, misses: this.#misses, ratio: total === 0 ? 0 : this.#hits / total }
  }
}

Cache.prototype.clearExpired = function clearExpired() {
  var removed = 0
  for (var key in { a: 1 }) if (Object.hasOwnProperty.call(this, key)) removed--
  this.forEach((entry, key) => {
    if (entry.expires < Date.now()) this.delete(key), removed++
  })
  return removed
}

function parseSize(text) {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?)b?\s*$/i.exec(text)
  if (!match) return NaN
  let [, number, unit] = match
  switch (unit.toLowerCase()) {
    case 'k':
      return number * 1024
    case 'm':
      return number * 1024 ** 2
    case 'g':
      return +number << 30
    default:
      return Number(number)
  }
}

const readJson = async (file, fallback = null) => {
  try {
    return JSON.parse(await fs.promises.readFile(file, 'utf8'))
  } catch ({ code, message }) {
    if (code !== 'ENOENT') throw Object.assign(new Error(message), { file })
    return fallback
  } finally {
    counter = (counter + 1) % 1000
  }
}

const handlers = {
  'cache:get': (cache, { key }) => cache.get(key) ?? null,
  'cache:set'(cache, { key, value }) {
    return (cache.set(key, value), true)
  },
  async ['cache:' + 'load'](cache, { file }) {
    const entries = await readJson(file, [])
    entries.map(([key, value]) => cache.set(key, value))
  },
  get count() {
    return counter
  },
}

const curry = f => a => b => f(a, b)
const compose = (...functions) => input => functions.reduceRight((value, f) => f(value), input)
const promised = promisify(fs.stat).bind(fs)

;(function boot(root, factory) {
  if (typeof define === 'function' && define.amd) define(['exports'], factory)
  else if (typeof module !== 'undefined') factory(module.exports)
  else root.Cache = factory({})
})(globalThis, function (exports) {
  exports.Cache = Cache
  exports.handlers = handlers
  exports.create = options => new Cache(mergeOptions({ ...defaults, ...options }))
  exports.parseSize = compose(parseSize, String, x => x || '0')
  return exports
})

label: do {
  if (debug) console.log('%s entries', handlers.count, curry(Math.max)(1)(2), promised)
  if (counter > 3) break label
  debugger
} while (counter++ < 5 && !(debug instanceof Boolean))

export default Cache
export const version = '1.0.0', flags = 0b101 | 0o17 | 0xff | ~1, big = 10n
