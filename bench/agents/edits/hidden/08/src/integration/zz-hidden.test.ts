import { describe, it, expect } from "vitest";
import * as graph from "@core/schedule/dependency-graph";
import { findDependencyCycle } from "@core/schedule/dependency-graph";

const fs = (a: string, b: string) => ({ fromActivityId: a, toActivityId: b, type: "FS" as const, lagDays: 0 });

describe("findDependencyCycle", () => {
  it("finds a cycle and reports none", () => {
    expect(findDependencyCycle(["a", "b"], [fs("a", "b"), fs("b", "a")])).not.toBeNull();
    expect(findDependencyCycle(["a", "b"], [fs("a", "b")])).toBeNull();
  });
  it("is the only name", () => {
    expect("detectCycle" in graph).toBe(false);
  });
});
