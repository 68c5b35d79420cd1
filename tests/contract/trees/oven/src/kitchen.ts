import { bake, Oven } from "./oven";

export const lunch = "käse" + bake("rye", 180);
export const dinner = new Oven().heat(200);
