const { FileContext } = require('./context');
const { Source, Fixer } = require('./source');
/** @typedef {import("@host/core").RuleDefinition} RuleDefinition */
/**
 * @typedef {Object} Descriptor
 * @property {Function} [fix]
 */
/**
 * @param {RuleDefinition} rule
 * @param {Context} ruleContext
 */
function listeners(rule, ruleContext) { return rule.create(ruleContext); }
/** @param {RuleDefinition} rule */
function run(rule) { return listeners(rule, new FileContext({ source: new Source() }).extend({ report(problem) {} })); }
/** @param {Descriptor} descriptor */
function fixed(descriptor) { return descriptor.fix(new Fixer()); }
module.exports = { run, fixed };
