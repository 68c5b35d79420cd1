/**
 * @param {RuleContext} context
 * @param {Source} source
 */
function check(context, source) {
  const { source: own } = context;
  own.last(2);
  source.first(3);
}
module.exports = {
  create(context) {
    check(context, context.source);
    return { fix: fixer => fixer.insert('y') };
  },
};
