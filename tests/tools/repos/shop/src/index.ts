export * from "./cart";
export * from "./types";
export { OrderService, ORDER_PLACED } from "./orders";
export { start } from "./server";
