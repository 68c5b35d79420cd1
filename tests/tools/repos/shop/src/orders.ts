import { Cart } from "./cart";
import { isStrict } from "./config";
import { EventBus } from "./events";
import { OrderState, type Order, type PaymentGateway } from "./types";

export const ORDER_PLACED = "order.placed";

/** What is wrong with a cart that is to be ordered; "" when nothing is. */
function validate(cart: Cart): string {
  if (cart.items().length === 0) return "the cart is empty";
  if (isStrict() && cart.items().some((line) => !line.product.sku)) return "unknown product";
  return "";
}

/** Turns carts into orders. */
export class OrderService {
  private orders = new Map<number, Order>();
  private nextId = 1;

  constructor(private bus: EventBus) {}

  /** Charges the cart and keeps the order; refused payments are kept too. */
  place(cart: Cart, gateway: PaymentGateway): Order {
    const problem = validate(cart);
    if (problem) throw new Error(problem);
    const order: Order = { id: this.nextId++, lines: [...cart.items()], total: cart.total(), state: OrderState.Placed };
    const paid = gateway.charge(order.total, `order-${order.id}`);
    order.state = paid ? OrderState.Paid : OrderState.Refused;
    this.orders.set(order.id, order);
    this.bus.emit(ORDER_PLACED, order);
    return order;
  }

  get(id: number): Order | undefined {
    return this.orders.get(id);
  }
}
