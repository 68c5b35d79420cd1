import type { Money, PaymentGateway } from "./types";

const CARD_LIMIT: Money = 200000;

export class CardGateway implements PaymentGateway {
  readonly name = "card";

  charge(amount: Money, reference: string): boolean {
    return amount <= CARD_LIMIT && this.authorize(reference);
  }

  private authorize(reference: string): boolean {
    return reference.length > 0;
  }
}

export class InvoiceGateway implements PaymentGateway {
  readonly name = "invoice";
  readonly open: string[] = [];

  charge(amount: Money, reference: string): boolean {
    if (amount <= 0) return false;
    this.open.push(reference);
    return true;
  }
}

const GATEWAYS: Record<string, () => PaymentGateway> = {
  card: () => new CardGateway(),
  invoice: () => new InvoiceGateway(),
};

/** The gateway of a payment method. */
export function gatewayFor(method: string): PaymentGateway {
  const make = GATEWAYS[method];
  if (!make) throw new Error(`unknown payment method: ${method}`);
  return make();
}
