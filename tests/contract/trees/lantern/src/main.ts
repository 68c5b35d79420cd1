import { evening } from "./room";

function start(): void {
  console.log(evening());
}

start();
