class Base { flush() {} }
module.exports = class Store extends Base {
  constructor() { super(); this.items = new Items() }
  save() { this.flush(); this.items.write() }
}
class Items { write() {} }
