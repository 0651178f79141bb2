import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { selectWeChatFailure, wechatMachine, wechatPhase } from "../../machines/wechat.ts"
import type { WeChatEmitted, WeChatEvent, WeChatPurpose } from "../../src/events/wechat.ts"
import { codeIn, returnReader, WECHAT_WAY } from "../../src/runtime/effects/wechat-return.ts"
import { createSecrets } from "../../src/runtime/secrets.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { memberOf } from "../support/member.ts"
import { puppet } from "../support/parts.ts"

const user = memberOf("ada")
const failure = { reason: "wechat.not-linked" }

const run = () => {
  const parts = {
    readReturn: puppet<WeChatEvent>(),
    askAddress: puppet<WeChatEvent, { readonly purpose: WeChatPurpose }>(),
    logIn: puppet<WeChatEvent, { readonly code: string }>(),
    link: puppet<WeChatEvent, { readonly code: string }>(),
  }
  const { readReturn, askAddress, logIn, link } = parts
  const actor = createActor(
    wechatMachine.provide({
      actors: {
        readReturn: readReturn.logic,
        askAddress: askAddress.logic,
        logIn: logIn.logic,
        link: link.logic,
      },
    }),
  )
  const emitted: WeChatEmitted[] = []
  actor.on("*", (event) => emitted.push(event))
  actor.start()
  const state = () => actor.getSnapshot().value
  return { ...parts, actor, emitted, state, failure: () => selectWeChatFailure(actor.getSnapshot()) }
}

describe("the way through WeChat", () => {
  it("asks for the address, and the browser goes there", () => {
    const { actor, readReturn, askAddress, emitted, state } = run()
    readReturn.tell({ type: "wechat.notReturned" })
    actor.send({ type: "wechat.begin", purpose: "link" })
    expect(askAddress.started).toEqual([{ purpose: "link" }])
    expect(wechatPhase(actor.getSnapshot())).toBe("busy")
    askAddress.tell({ type: "wechat.addressed", url: "https://open.weixin.qq.com/" })
    expect(emitted).toEqual([{ type: "wechat.left", url: "https://open.weixin.qq.com/" }])
    expect(state()).toBe("idle")
  })

  it("logs a visitor in by the code, once the session is known", () => {
    const { actor, readReturn, logIn, emitted, state } = run()
    readReturn.tell({ type: "wechat.returned", purpose: "login", code: "handle" })
    expect([state(), logIn.started]).toEqual(["returned", []])
    actor.send({ type: "wechat.identify", isMember: false })
    expect(logIn.started).toEqual([{ code: "handle" }])
    logIn.tell({ type: "wechat.loggedIn", user })
    expect(emitted).toEqual([{ type: "wechat.sessionStored", user }])
    expect([state(), actor.getSnapshot().context.code]).toEqual(["idle", null])
  })

  it("links the account of the code to the member, and can link another", () => {
    const { actor, readReturn, link, state } = run()
    readReturn.tell({ type: "wechat.returned", purpose: "link", code: "handle" })
    actor.send({ type: "wechat.identify", isMember: true })
    expect(link.started).toEqual([{ code: "handle" }])
    link.tell({ type: "wechat.linked" })
    expect([state(), actor.getSnapshot().context.code]).toEqual(["linked", null])
    actor.send({ type: "wechat.begin", purpose: "link" })
    expect(state()).toBe("asking")
  })

  it.each([
    ["login", true],
    ["link", false],
  ] as const)("ends unused where it was for %s and a member is %s", (purpose, isMember) => {
    const { actor, readReturn, link, logIn, state } = run()
    readReturn.tell({ type: "wechat.returned", purpose, code: "handle" })
    actor.send({ type: "wechat.identify", isMember })
    expect([state(), link.started, logIn.started]).toEqual(["idle", [], []])
    expect(actor.getSnapshot().context.code).toBeNull()
  })

  it("keeps why it failed until the next way, or until the session changes", () => {
    const { actor, readReturn, askAddress, failure: shown, state } = run()
    readReturn.tell({ type: "wechat.failed", failure })
    expect(shown()).toEqual(failure)
    actor.send({ type: "wechat.begin", purpose: "login" })
    expect(shown()).toBeNull()
    askAddress.tell({ type: "wechat.failed", failure })
    expect([state(), shown()]).toEqual(["idle", failure])
    actor.send({ type: "wechat.forget" })
    expect(shown()).toBeNull()
  })

  it("says why a log-in or a link was refused, and shows no link to the next member", () => {
    for (const [purpose, isMember] of [
      ["login", false],
      ["link", true],
    ] as const) {
      const { actor, readReturn, logIn, link, failure: shown, state } = run()
      readReturn.tell({ type: "wechat.returned", purpose, code: "handle" })
      actor.send({ type: "wechat.identify", isMember })
      const called = purpose === "login" ? logIn : link
      called.tell({ type: "wechat.failed", failure })
      expect([state(), shown()]).toEqual(["idle", failure])
    }
    const { actor, readReturn, link, state } = run()
    readReturn.tell({ type: "wechat.returned", purpose: "link", code: "handle" })
    actor.send({ type: "wechat.identify", isMember: true })
    link.tell({ type: "wechat.linked" })
    actor.send({ type: "wechat.forget" })
    expect(state()).toBe("idle")
  })
})

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
