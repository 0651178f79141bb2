import { Effect } from "effect"
import { vi } from "vitest"
import type { EventObject } from "xstate"
import { wechatMachine } from "../../machines/wechat.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { wechatFor } from "../../src/runtime/actors/boot-actors.ts"
import { runnable } from "../../src/runtime/actors/effect-actor.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import { askWeChatAddress, linkWeChat, logInByWeChat } from "../../src/runtime/api/session-programs.ts"
import { WECHAT_WAY } from "../../src/runtime/api/wechat-return.ts"
import { cases } from "../model/events/wechat.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { holdCalls } from "../support/held-calls.ts"
import { memberOf } from "../support/member.ts"

/** The address of the document and what the device stored, from which the machine begins. */
const beginningOf = (event: EventObject): { readonly url: string; readonly way: unknown } => {
  if (event.type === "wechat.notReturned") return { url: "/", way: undefined }
  const purpose = event.type === "wechat.returned" ? Reflect.get(event, "purpose") : "login"
  return {
    url: "/?code=c1&state=s1",
    way: { state: event.type === "wechat.returned" ? "s1" : "s2", purpose },
  }
}

/** The app's machine on a device, with a server that answers when the test says so. */
const openDevice = (first: EventObject, onActor: Inspector["onActor"]) => {
  const { url, way } = beginningOf(first)
  const stored = new Map<string, unknown>([[WECHAT_WAY, way]])
  const storage = {
    read: (name: string) => stored.get(name),
    write: (name: string, value: unknown) => void stored.set(name, value),
    remove: (name: string) => void stored.delete(name),
  }
  const secrets = createSecrets(() => "handle")
  const { services, answer } = holdCalls({ storage, secrets })
  const programs = {
    askWeChatAddress: runnable(services, askWeChatAddress),
    logInByWeChat: runnable(services, logInByWeChat),
    linkWeChat: runnable(services, linkWeChat),
  }
  const machine = wechatFor(() => Promise.resolve({ programs }), {
    storage,
    secrets,
    history: new FakeHistory(url),
  })
  const actor = createHostedActor("wechat", machine, undefined, { ...noopInspector, onActor })
  actor.start(null, null)
  return { actor, answer }
}

const answers: Readonly<Record<string, Effect.Effect<object, NoAnswer>>> = {
  "wechat.addressed": Effect.succeed({ url: "https://open.weixin.qq.com/", state: "s3" }),
  "wechat.loggedIn": Effect.succeed({ token: "t", temporaryToken: "u", user: memberOf("ada") }),
  "wechat.linked": Effect.succeed({}),
  "wechat.failed": Effect.fail(new NoAnswer({ kind: "network", status: null })),
}

const open: OpenDriver = (onActor) => {
  vi.stubGlobal("location", { origin: "https://links.example" })
  let device: ReturnType<typeof openDevice> | undefined
  return {
    trigger: async (event) => {
      if (device === undefined) {
        device = openDevice(event, onActor)
        return
      }
      const { actor, answer } = device
      switch (event.type) {
        case "wechat.begin":
          return actor.send({
            type: "wechat.begin",
            purpose: Reflect.get(event, "purpose") === "link" ? "link" : "login",
          })
        case "wechat.identify":
          return actor.send({ type: "wechat.identify", isMember: Reflect.get(event, "isMember") === true })
        case "wechat.forget":
          return actor.send({ type: "wechat.forget" })
      }
      // the program has called the server by then
      await new Promise((resolve) => setImmediate(resolve))
      answer(answers[event.type] ?? Effect.succeed({}))
    },
    close: () => vi.unstubAllGlobals(),
  }
}

runInProcess(wechatMachine, cases, open)
