'use strict';
const { tidy, wide: w } = require('./util');
const all = require('./all');
exports.run = function run(x) { return tidy(w(all.go(x))); };
module.exports.later = async () => (await import('./late.js')).go();
module.exports = { ...module.exports, helper };
function helper() { return exports.run(1); }
