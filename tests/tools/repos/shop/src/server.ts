import { createServer } from "node:http";
import { PORT } from "./config";
import { EventBus } from "./events";
import { ORDER_PLACED, OrderService } from "./orders";
import { dispatch } from "./routes";

function logOrder(payload: unknown): void {
  console.log("order", payload);
}

/** Starts to listen; the port comes from SHOP_PORT. */
export function start(): void {
  const bus = new EventBus();
  bus.on(ORDER_PLACED, logOrder);
  const orders = new OrderService(bus);
  createServer((request, response) => {
    const answer = dispatch({ method: request.method ?? "", path: request.url ?? "", body: {} }, orders);
    response.writeHead(answer.status);
    response.end(JSON.stringify(answer.body));
  }).listen(PORT);
}
