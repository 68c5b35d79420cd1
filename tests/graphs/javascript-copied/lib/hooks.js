const _ = require('lodash');
const Hooks = {
  runHooks() { this.addHook(); },
  addHook() {}
};
function applyTo(target) { _.mixin(target, Hooks); }
exports.applyTo = applyTo;
