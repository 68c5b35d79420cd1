import { harden } from "../src/clay";

function testHarden(): void {
  harden(1);
}

testHarden();
