// Types that comments name need no import, where the project has one of the name.
'use strict';
const { Outer } = require('elsewhere');
class Twice { run() {} }

/*!
 * @param {Schema} schema
 * @param {Document} doc
 * @param {Outer} outer
 * @param {Twice} own
 */

module.exports = function apply(schema, doc, outer, own) {
  schema.path();
  doc.get();
  outer.path();
  own.run();
};
