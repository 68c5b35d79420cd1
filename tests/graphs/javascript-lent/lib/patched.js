exports.patch = function (target) {
  const before = target.end;
  target.end = function () { before(); };
  target.end();
  target.begin = function () {};
  target.begin();
};
