import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { wechatMachine } from "../../machines/wechat.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import { codeIn, returnReader, WECHAT_WAY } from "../../src/runtime/api/wechat-return.ts"
import { FakeHistory } from "../support/fake-history.ts"

describe("a code in the address", () => {
  const read = (url: string, kept: unknown) => {
    const stored = new Map<string, unknown>([[WECHAT_WAY, kept]])
    const secrets = createSecrets(() => "handle")
    const history = new FakeHistory(url, { id: "p1", depth: 1 })
    const storage = {
      read: (name: string) => stored.get(name),
      write: (name: string, value: unknown) => void stored.set(name, value),
      remove: (name: string) => void stored.delete(name),
    }
    const readReturn = returnReader({ storage, secrets, history })
    const actor = createActor(wechatMachine.provide({ actors: { readReturn } }))
    actor.start()
    const { value, context } = actor.getSnapshot()
    return { value, context, history, secrets, isKept: stored.has(WECHAT_WAY) }
  }

  it("is taken out of it, and accepted once if this device asked for it", () => {
    const { value, context, history, secrets, isKept } = read("/?code=c1&state=s1", {
      state: "s1",
      purpose: "login",
    })
    expect([value, context]).toEqual(["returned", { purpose: "login", code: "handle", failure: null }])
    expect(secrets.take("handle")).toBe("c1")
    expect([history.url(), history.state(), isKept]).toEqual(["/", { id: "p1", depth: 1 }, false])
  })

  it.each([undefined, { state: "s2", purpose: "login" }, { state: "s1", purpose: "x" }, "s1"])(
    "is refused where the device kept %j",
    (kept) => {
      const { value, context, history, secrets } = read("/?code=c1&state=s1", kept)
      const failure = { reason: "wechat.code-refused" }
      expect([value, context]).toEqual(["idle", { purpose: null, code: null, failure }])
      expect([history.url(), secrets.take("handle")]).toEqual(["/", undefined])
    },
  )

  it("is none without a state, as in an invitation link", () => {
    expect(codeIn("/pages/login/register?code=J5RDVCL4")).toBeNull()
    expect(codeIn("/?from=x&code=c&state=s")).toEqual({ code: "c", state: "s", url: "/?from=x" })
    expect(read("/?from=x", { state: "s1", purpose: "login" })).toMatchObject({ value: "idle", isKept: true })
  })
})
