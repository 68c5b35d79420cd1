/** @type {import('../types').Rule.RuleModule} */
module.exports = {
  create(context) {
    const source = context.source;
    source.first(1);
    return { fix(fixer) { return fixer.insert('x'); } };
  },
};
