exports.mixin = function (to, from) {
  Object.keys(from).forEach(function (name) { to[name] = from[name]; });
};
