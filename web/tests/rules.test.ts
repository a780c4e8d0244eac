import { describe, expect, test } from "vitest";
import { drawn } from "../src/table/rules";

describe("a drawing of the rules", () => {
  test("loses the margin that all its lines have", () => {
    expect(drawn("    a   b\n\n      c\n").text).toBe("a   b\n\n  c");
  });

  test("is as wide as its longest line", () => {
    expect(drawn("  é→\n  abc  \n").columns).toBe(3);
  });
});
