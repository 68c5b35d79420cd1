function Box(side) { this.side = side; }
Box.prototype.area = function () { return this.side * scale(); };
Box.make = (n) => new Box(n);
Object.assign(Box.prototype, { grow(by) { return this.area() + by; } });
const box = Box.make(1);
box.area();
