const { Query, Raw } = require('./query');
// What a test for a class that leaves the function has ruled out is not called behind it.
function unwrap(value) {
  if (value instanceof Query) {
    value.alias();
    return value.toSQL();
  }
  if (value && value.isRaw) return value.toSQL();
}
function either(value) {
  if (value instanceof Query) {
    value.alias();
  }
  return value.toSQL();
}
function others(value) {
  if (!(value instanceof Raw)) throw new TypeError('raw');
  value.wrap();
}
function rest(value) {
  for (const part of [1, 2]) {
    if (value instanceof Query) continue;
    value.toSQL(part);
  }
}
function branch(value) {
  if (value instanceof Query) value.alias();
  else value.toSQL();
}
// The class of another copy of the library has the same methods.
function copied(value, host) {
  if (!(value instanceof host.Query)) value.alias();
}
function start(given) {
  unwrap(new Query());
  either(new Query());
  others(new Raw());
  rest(new Query());
  rest(new Raw());
  branch(new Query());
  branch(given);
  copied(new Query(), { Query });
}
module.exports = { start };
