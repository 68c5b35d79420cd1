const { Item, Other, open, each, apply } = require('./item');
class Pool {
  constructor() { this.items = []; this.names = []; }
  add(name) { this.items.push(new Item()); this.names.push(name); }
  first() { return this.items[0].run(); }
  all() { this.items.forEach(item => item.run()); }
  none() { this.names[0].run(); }
}
class Others {
  constructor() { this.items = []; }
  add() { this.items.unshift(new Other()); }
  all() { for (const item of this.items) item.stop(); }
}
function listed() {
  const list = [];
  list.push(new Other());
  list[0].stop();
}
function empty() {
  const list = [];
  list[0].stop();
}
function opened() {
  open('x', (error, item) => {
    error.run();
    item.run();
  });
}
function visited() {
  apply(new Item(), item => item.run());
  apply(new Other(), other => other.run());
  each([new Item()], item => item.run());
}
function Base(item) { this.item = item; }
Base.prototype.go = function () { this.item.run(); };
function Heir() { Base.call(this, new Item()); }
function lent() { Item.make.call(Item).run(); }
const remote = { call(name, item) { return new Other(); } };
function own() { remote.call('x', new Item()).stop(); }
module.exports = { Pool, Others, listed, empty, opened, visited, Heir, lent, own };
