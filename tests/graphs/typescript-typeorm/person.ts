import { Entity } from "typeorm";
import { Entity as Other } from "./other";

@Entity({ name: "people" })
export class Person {}
@Entity("order_items")
export class Items {}
@Entity()
export class OrderItem {}
@Other("people")
export class NotOne {}
