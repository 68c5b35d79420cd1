"""A shop of two languages, and a chain of calls: what symbol, impact and trace are
asked about."""
from trees import *

GRAPH = {
    "shop/cart.py": '''from shop.price import total


class Cart:
    """What a customer wants to buy."""

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def cost(self):
        """Sums up."""
        return total(self.items)


class GiftCart(Cart):
    def cost(self):
        return 0


def pay(cart: Cart):
    return cart.cost()
''',
    "shop/price.py": '''def total(items):
    return sum(rate(item) for item in items)


def rate(item):
    return item * 2


def unused():
    pass


def hooked(handlers, kind):
    return handlers[kind](1)
''',
    "shop/__init__.py": "",
    "shop/run.py": '''from shop.cart import Cart, pay


def main():
    cart = Cart()
    cart.add(1)
    return pay(cart)
''',
    "tests/test_cart.py": '''from shop.cart import Cart


def test_cost():
    assert Cart().cost() == 0
''',
    "web/form.ts": '''export interface Field { check(value: string): boolean }

export class Text implements Field {
  check(value: string): boolean { return trimmed(value).length > 0 }
}

function trimmed(value: string): string { return value.trim() }

export function submit(fields: Field[]): boolean {
  return fields.every(field => field.check("x"))
}
''',
    "web/form.test.ts": 'import { submit } from "./form"\n\nfunction checks() {\n  submit([])\n}\n',
    "web/package.json": '{"devDependencies": {"vitest": "1"}}\n',
    "notes.xyz": "hello\n",
}

PLACE = Place(GRAPH)


def steps(count):
    return "".join(f"def step{i}():\n    step{i + 1}()\n\n\n" for i in range(count)) + f"def step{count}():\n    pass\n"
