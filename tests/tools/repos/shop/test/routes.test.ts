import { expect, test } from "vitest";
import { EventBus } from "../src/events";
import { OrderService } from "../src/orders";
import { dispatch } from "../src/routes";

test("an unknown route", () => {
  const answer = dispatch({ method: "GET", path: "/none", body: {} }, new OrderService(new EventBus()));
  expect(answer.status).toBe(404);
});
