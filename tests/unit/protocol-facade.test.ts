import { afterEach, describe, expect, it, vi } from "vitest"
import { CallFailed, CallFault, errMsgOf, facade, normalErrMsg } from "../../src/domain/facade.ts"
import { byName, checkOf, faultOf, oneOf, type Protocol, someOf } from "../../src/domain/protocol.ts"

afterEach(() => vi.unstubAllGlobals())

describe("the arguments of a call", () => {
  const upx: Protocol = { upx: { type: ["Number", "String"], required: true } }
  const canvas: Protocol = { canvasId: { type: "String", required: true } }

  it.each<[Protocol, readonly unknown[], string | null]>([
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
  ])("%j given %j: %s", (protocol, given, fault) => {
    expect(faultOf(protocol, byName(protocol, given))).toBe(fault)
  })

  it("fall back to what is allowed", () => {
    expect(oneOf("camera", ["all", "image"])).toBe("all")
    expect(someOf(["camera"], ["album", "camera"])).toEqual(["camera"])
    for (const odd of [[], undefined, "camera", ["camera", "x"]])
      expect(someOf(odd, ["album", "camera"])).toEqual(["album", "camera"])
  })
})

describe("what a call says", () => {
  it.each([
    ["", "navigateTo", "navigateTo:ok"],
    [undefined, "navigateTo", "navigateTo:ok"],
    ["whatever", "navigateTo", "navigateTo:ok"],
    ["redirectTo:fail page not found", "navigateTo", "navigateTo:fail page not found"],
    ["x:fail", "y", "y:fail"],
  ])("%j said by %s is %j", (said, name, told) => expect(normalErrMsg(said, name)).toBe(told))

  it("ends with why where that is known", () => {
    expect([errMsgOf("a", null), errMsgOf("a", ""), errMsgOf("a", "b c")]).toEqual([
      "a:ok",
      "a:fail",
      "a:fail b c",
    ])
  })
})

describe("a call", () => {
  const protocol: Protocol = { url: { type: "String", required: true } }
  const open = async ({ url }: { readonly url: string }) => {
    if (url === "/bad") throw new CallFault("page not found")
    return { url }
  }
  const call = facade("open", open, checkOf(protocol))
  const watched = () => {
    const called: string[] = []
    return {
      called,
      success: () => called.push("success"),
      fail: () => called.push("fail"),
      complete: () => called.push("complete"),
    }
  }

  it("resolves with what it found, and rejects with why not", async () => {
    await expect(call({ url: "/a" })).resolves.toEqual({ url: "/a", errMsg: "open:ok" })
    await expect(call({ url: "/bad" })).rejects.toEqual(new CallFailed("open:fail page not found"))
    await expect(call({ url: "/bad" })).rejects.toMatchObject({ errMsg: "open:fail page not found" })
  })

  it.each([
    ["/a", ["success", "complete"]],
    ["/bad", ["fail", "complete"]],
  ])("tells the callbacks of %s in their order, and gives nothing back", async (url, order) => {
    const { called, ...callbacks } = watched()
    expect(call({ url, ...callbacks })).toBeUndefined()
    await vi.waitFor(() => expect(called).toEqual(order))
  })

  it("does not run with arguments that do not fit", async () => {
    const run = vi.fn(async () => ({}))
    await expect(facade("open", run, checkOf(protocol))({})).rejects.toMatchObject({
      errMsg: 'open:fail Missing required args: "url"',
    })
    expect(run).not.toHaveBeenCalled()
  })

  it("tells the last callback although the one before it throws", async () => {
    const reported = vi.fn()
    vi.stubGlobal("reportError", reported)
    const complete = vi.fn()
    call({
      url: "/a",
      success: () => {
        throw new Error("a bug")
      },
      complete,
    })
    await vi.waitFor(() => expect(complete).toHaveBeenCalledWith({ url: "/a", errMsg: "open:ok" }))
    expect(reported).toHaveBeenCalledTimes(1)
  })
})
