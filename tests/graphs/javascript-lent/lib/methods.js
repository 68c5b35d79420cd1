const Inner = {};
module.exports = function (God) {
  God.kill = function () { God.alive(); God.bus(); };
  God.alive = function () {};
  function later(Inner) { Inner.own = function () {}; Inner.own(); }
  later(God);
};
Inner.own();
