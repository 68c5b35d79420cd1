/** @typedef {import("./module")} Module */
/** @typedef {import("./module").BuildInfo} BuildInfo */
/** @typedef {import("./module").ModuleSet} ModuleSet */
/**
 * @callback Visit
 * @param {Module} module it
 * @returns {void} nothing
 */
class Compiler {
  /** @type {Module=} */
  current;
  /**
   * @param {Module} module a module
   * @param {BuildInfo | null} [info] more
   * @param {ModuleSet} modules all
   * @param {Array<import("./module")>} list too
   * @param {(err: Error | null, m: Module) => void} callback told
   */
  run(module, info, modules, list, callback) {
    module.use();
    module.source().text();
    info.source.text();
    for (const m of modules) m.use();
    list[0].use();
    this.current.use();
    const x = /** @type {Module} */ (whatever());
    x.use();
    /** @type {Module | undefined} */
    let y;
    y.use();
    callback(null, module);
  }
  start() { this.run(null, null, null, null, (err, m) => { m.use(); }); }
}
/** @param {Compiler} c */
const drive = c => c.start();
/**
 * @param {object} options
 * @param {Compiler} options.compiler
 */
function other({ compiler }) { compiler.start(); }
exports.Compiler = Compiler;
/** @import Mod, { BuildInfo as Info, ModuleSet } from "./module" */
/**
 * @param {Mod} m
 * @param {Info} i
 */
function imported(m, i) { m.use(); i.source.text(); }
/**
 * @template T
 * @extends {Set<T>}
 */
class Sorted extends Set { /** @returns {T} it */ first() { return this.at(0); } }
/** @param {Sorted<Mod>} sorted */
function each(sorted) { for (const s of sorted) s.use(); sorted.first().use(); }
/**
 * @param {Absent} a nobody knows it
 * @param {Module<} b broken
 * @param {any} c
 * @param {Module} [d=null] with a default
 */
function unknown(a, b, c, d) { a.use(); b.use(); c.use(); d.use(); }
