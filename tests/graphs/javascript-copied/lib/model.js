const Hooks = require('./hooks');
const Observer = require('./observer');
const util = require('./util');
const assigned = require('./assigned');
class Model {
  static find() { this.runHooks(); this.assigned(); this.notify(); }
  save() { this.seen(); this.assigned(); this.runHooks(); }
}
Hooks.applyTo(Model);
Object.assign(Model, assigned, { written() { Model.find(); } });
util.mixin(Model, Observer);
Model.written();
class Plain { go() { this.runHooks(); } static go() { this.runHooks(); } }
class Instances { go() { this.runHooks(); } static go() { this.runHooks(); } }
Hooks.applyTo(Instances.prototype);
const table = {};
Object.assign(table, assigned);
table.assigned();
table.runHooks();
module.exports = Model;
