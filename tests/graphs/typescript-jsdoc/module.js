"use strict";
/**
 * @typedef {object} BuildInfo
 * @property {Source} source what it is
 * @property {(s: Source, n: number) => Module} make
 */
/** @typedef {Set<Module>} ModuleSet */
class Source { text() {} }
class Module {
  constructor() {
    /** @type {Map<string, Source>} */
    this.sources = new Map();
    /** @type {BuildInfo} */
    this.info = undefined;
    /** @type {Module[]} */
    this.parents = [];
  }
  /** @returns {Source} its source */
  source() { return lookup(this); }
  use() {
    this.sources.get("x").text();
    this.info.source.text();
    this.info.make().use();
    for (const parent of this.parents) parent.use();
  }
}
module.exports = Module;
/**
 * @typedef {object} Utils
 * @property {(m: Module) => void} run
 */
/** @type {Utils} */
const utils = { run(m) { m.use(); } };
module.exports.utils = utils;
function callsOwn() { utils.run(null); }
