import { Cart } from "./cart";
import { OrderService } from "./orders";
import { gatewayFor } from "./payments";
import type { CartLine } from "./types";

export interface Request {
  method: string;
  path: string;
  body: { lines?: CartLine[]; payment?: string; id?: number };
}

export interface Response {
  status: number;
  body: unknown;
}

type Handler = (request: Request, orders: OrderService) => Response;

/** Whether a request can be served at all. */
function validate(request: Request): boolean {
  return request.path.startsWith("/") && request.method !== "";
}

function placeOrder(request: Request, orders: OrderService): Response {
  const cart = new Cart();
  for (const line of request.body.lines ?? []) cart.add(line.product, line.quantity);
  return { status: 201, body: orders.place(cart, gatewayFor(request.body.payment ?? "card")) };
}

function showOrder(request: Request, orders: OrderService): Response {
  const order = orders.get(request.body.id ?? 0);
  return order ? { status: 200, body: order } : { status: 404, body: "no such order" };
}

const ROUTES: Record<string, Handler> = {
  "POST /orders": placeOrder,
  "GET /orders": showOrder,
};

/** Finds the handler of a request and runs it. */
export function dispatch(request: Request, orders: OrderService): Response {
  if (!validate(request)) return { status: 400, body: "bad request" };
  const handler = ROUTES[`${request.method} ${request.path}`];
  if (!handler) return { status: 404, body: "no such route" };
  try {
    return handler(request, orders);
  } catch (problem) {
    return { status: 422, body: String(problem) };
  }
}
