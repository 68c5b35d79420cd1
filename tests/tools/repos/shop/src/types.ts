/** Cents; never a fraction. */
export type Money = number;

export interface Product {
  sku: string;
  name: string;
  price: Money;
}

export interface CartLine {
  product: Product;
  quantity: number;
}

export enum OrderState {
  Placed = "placed",
  Paid = "paid",
  Refused = "refused",
}

export interface Order {
  id: number;
  lines: CartLine[];
  total: Money;
  state: OrderState;
}

/** What takes the money of an order. */
export interface PaymentGateway {
  readonly name: string;
  /** Takes the amount; false when it is refused. */
  charge(amount: Money, reference: string): boolean;
}
