import { Book, total } from "./price.js";

export function report(): string {
  const books = [new Book("Sea"), new Book("Wind")];
  return `sum: ${total(books)}`;
}

const wrong: number = report();
