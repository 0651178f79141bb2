import { describe, expect, it } from "vitest"
import { type ArgumentRules, argumentFault, namedArguments, oneOf, someOf } from "./argument-rules.ts"

describe("argument rules", () => {
  const upx: ArgumentRules = { upx: { type: ["Number", "String"], required: true } }
  const canvas: ArgumentRules = { canvasId: { type: "String", required: true } }

  it.each<[ArgumentRules, readonly unknown[], string | null]>([
    [upx, [1], null],
    [upx, ["1"], null],
    [upx, [], 'Missing required args: "upx"'],
    [
      upx,
      [true],
      'Invalid args: type check failed for args "upx". Expected Number, String, got Boolean with value true.',
    ],
    [
      canvas,
      [1],
      'Invalid args: type check failed for args "canvasId". Expected String with value "1", got Number with value 1.',
    ],
    [
      canvas,
      [[1]],
      'Invalid args: type check failed for args "canvasId". Expected String with value "1", got Array',
    ],
    [
      canvas,
      [null],
      'Invalid args: type check failed for args "canvasId". Expected String with value "null", got Null',
    ],
    [{ header: { type: "Object" } }, [null], null],
    [{ header: { type: "Object" } }, [[]], null],
    [
      { list: { type: "Array" } },
      [{}],
      'Invalid args: type check failed for args "list". Expected Array, got Object',
    ],
    [
      { on: { type: "Boolean" } },
      ["yes"],
      'Invalid args: type check failed for args "on". Expected Boolean, got String with value "yes".',
    ],
    [{ data: { type: ["Object", "ArrayBuffer"] } }, [new ArrayBuffer(1)], null],
    [{ any: {} }, [5], null],
  ])("%j with %j: %s", (rules, args, fault) => {
    expect(argumentFault(rules, namedArguments(rules, args))).toBe(fault)
  })

  it("fall back to what is allowed", () => {
    expect(oneOf("camera", ["all", "image"])).toBe("all")
    expect(someOf(["camera"], ["album", "camera"])).toEqual(["camera"])
    for (const odd of [[], undefined, "camera", ["camera", "x"]])
      expect(someOf(odd, ["album", "camera"])).toEqual(["album", "camera"])
  })
})
