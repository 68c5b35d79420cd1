class Source { first(node) {} last(node) {} }
class Fixer { insert(text) {} }
module.exports = { Source, Fixer };
