import { afterEach, describe, expect, it, vi } from "vitest"
import { type ArgumentRules, checkArguments } from "./argument-rules.ts"
import { CallFailed, CallFault, errMsgOf, frameworkCall, normalizeErrMsg } from "./framework-call.ts"

afterEach(() => vi.unstubAllGlobals())

describe("the errMsg of a call", () => {
  it.each([
    ["", "navigateTo", "navigateTo:ok"],
    [undefined, "navigateTo", "navigateTo:ok"],
    ["whatever", "navigateTo", "navigateTo:ok"],
    ["redirectTo:fail page not found", "navigateTo", "navigateTo:fail page not found"],
    ["x:fail", "y", "y:fail"],
  ])("%j of %s becomes %j", (errMsg, name, expected) => expect(normalizeErrMsg(errMsg, name)).toBe(expected))

  it("ends with the detail if there is one", () => {
    expect([errMsgOf("a", null), errMsgOf("a", ""), errMsgOf("a", "b c")]).toEqual([
      "a:ok",
      "a:fail",
      "a:fail b c",
    ])
  })
})

describe("a call", () => {
  const rules: ArgumentRules = { url: { type: "String", required: true } }
  const open = async ({ url }: { readonly url: string }) => {
    if (url === "/bad") throw new CallFault("page not found")
    return { url }
  }
  const call = frameworkCall("open", open, checkArguments(rules))
  const recordCallbacks = () => {
    const called: string[] = []
    return {
      called,
      success: () => called.push("success"),
      fail: () => called.push("fail"),
      complete: () => called.push("complete"),
    }
  }

  it("resolves with its result, and rejects with the detail", async () => {
    await expect(call({ url: "/a" })).resolves.toEqual({ url: "/a", errMsg: "open:ok" })
    await expect(call({ url: "/bad" })).rejects.toEqual(new CallFailed("open:fail page not found"))
    await expect(call({ url: "/bad" })).rejects.toMatchObject({ errMsg: "open:fail page not found" })
  })

  it.each([
    ["/a", ["success", "complete"]],
    ["/bad", ["fail", "complete"]],
  ])("invokes the callbacks for %s in order, and returns undefined", async (url, order) => {
    const { called, ...callbacks } = recordCallbacks()
    expect(call({ url, ...callbacks })).toBeUndefined()
    await vi.waitFor(() => expect(called).toEqual(order))
  })

  it("does not run with arguments that break a rule", async () => {
    const run = vi.fn(async () => ({}))
    await expect(frameworkCall("open", run, checkArguments(rules))({})).rejects.toMatchObject({
      errMsg: 'open:fail Missing required args: "url"',
    })
    expect(run).not.toHaveBeenCalled()
  })

  it("invokes the last callback although the one before it throws", async () => {
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
