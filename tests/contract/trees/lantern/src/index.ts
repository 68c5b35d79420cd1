export * from "./lamp";
