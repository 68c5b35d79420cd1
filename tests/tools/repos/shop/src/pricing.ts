import { Cart } from "./cart";
import { FREE_SHIPPING_FROM, SHIPPING_FEE } from "./config";
import type { CartLine, Money } from "./types";

type Discount = (lines: readonly CartLine[], sum: Money) => Money;

/** Every tenth piece of one product is free. */
function bulkDiscount(lines: readonly CartLine[]): Money {
  let off = 0;
  for (const line of lines) off += Math.floor(line.quantity / 10) * line.product.price;
  return off;
}

/** Two percent from a hundred on. */
function largeOrderDiscount(_: readonly CartLine[], sum: Money): Money {
  return sum >= 10000 ? Math.floor(sum * 0.02) : 0;
}

const DISCOUNTS: Discount[] = [bulkDiscount, largeOrderDiscount];

export function subtotal(lines: readonly CartLine[]): Money {
  return lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
}

function shipping(sum: Money): Money {
  return sum >= FREE_SHIPPING_FROM ? 0 : SHIPPING_FEE;
}

/** The price of a cart: its lines less all discounts, with shipping. */
export function totalOf(cart: Cart): Money {
  const lines = cart.items();
  let sum = subtotal(lines);
  for (const discount of DISCOUNTS) sum -= discount(lines, sum);
  return sum + shipping(sum);
}
