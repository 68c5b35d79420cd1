class Left { openDoor() {} shutDoor() {} paintWall() {} }
class Right { openDoor() {} shutDoor() {} }
class Wrapper {
  constructor(inner) { this.inner = inner; }
  lightUp(inner) { inner.lightUp(); }
  dimDown(inner) { inner.dimDown(); }
}
class Base { startEngine() {} stopEngine() {} }
class Heir extends Base { startEngine() {} stopEngine() {} }
module.exports = { Left, Right, Wrapper, Base, Heir };
