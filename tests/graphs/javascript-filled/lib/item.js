class Item { run() {} static make() { return new Item(); } }
class Other { run() {} stop() {} }
// Hands what it makes to the function that it is given.
function open(path, done) {
  if (!path) return done(new Error('path'));
  done(null, new Item());
}
// Hands on what it was given itself, which is another thing for each caller.
function each(list, visit) { for (const one of list) visit(one); }
function apply(one, visit) { visit(one); }
module.exports = { Item, Other, open, each, apply };
