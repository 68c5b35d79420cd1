import { describe, expect, it } from "vitest";
import { Cart, OrderService, OrderState } from "../src";
import { EventBus } from "../src/events";
import { InvoiceGateway } from "../src/payments";

const tea = { sku: "T1", name: "Tea", price: 450 };

describe("orders", () => {
  it("charges what the cart costs", () => {
    const cart = new Cart();
    cart.add(tea, 2);
    const order = new OrderService(new EventBus()).place(cart, new InvoiceGateway());
    expect(order.total).toBe(1390);
    expect(order.state).toBe(OrderState.Paid);
  });

  it("refuses an empty cart", () => {
    expect(() => new OrderService(new EventBus()).place(new Cart(), new InvoiceGateway())).toThrow("empty");
  });
});
