/** Web Push as the browser offers it: what it allows, and the one subscription of a device. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { browserPush, dropSubscription } from "../../src/runtime/api/browser-push.ts"

const KEY = "BAEC-_8A"
const OTHER_KEY = "BAEC-_8B"
const bytesOf = (key: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(key, "base64url"))

interface Asked {
  readonly userVisibleOnly: boolean
  readonly applicationServerKey: Uint8Array<ArrayBuffer>
}

/** The push manager of a browser, which holds one subscription at most. */
const openManager = () => {
  const calls: string[] = []
  let held: object | null = null
  const subscribe = async ({ userVisibleOnly, applicationServerKey: key }: Asked) => {
    if (held !== null) throw new DOMException("there is one with another key", "InvalidStateError")
    const endpoint = `https://push.example/${calls.length}`
    calls.push(`subscribe ${Buffer.from(key).toString("base64url")} ${userVisibleOnly}`)
    held = {
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: async () => {
        calls.push("unsubscribe")
        held = null
        return true
      },
    }
    return held
  }
  return { calls, subscribe, getSubscription: async () => held }
}

let manager: ReturnType<typeof openManager>
let notification: { permission: string; readonly requestPermission: () => Promise<string> }

beforeEach(() => {
  manager = openManager()
  notification = { permission: "default", requestPermission: async () => notification.permission }
  vi.stubGlobal("Notification", notification)
  vi.stubGlobal("PushManager", class {})
  vi.stubGlobal("navigator", {
    serviceWorker: {
      getRegistration: async (scope: string) => (scope === "/" ? { pushManager: manager } : undefined),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const withoutGlobal = (name: string) => () => {
  vi.stubGlobal(name, undefined)
  Reflect.deleteProperty(globalThis, name)
}

describe("a browser that cannot push", () => {
  it.each<readonly [string, () => void]>([
    ["without notifications", withoutGlobal("Notification")],
    ["without push", withoutGlobal("PushManager")],
    ["without service workers", () => vi.stubGlobal("navigator", {})],
    [
      "without a service worker yet",
      () => vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => undefined } }),
    ],
  ])("%s says so, and has no subscription", async (_, remove) => {
    remove()
    expect(await browserPush.permission()).toBe("unsupported")
    expect(await browserPush.current()).toBeNull()
    await expect(browserPush.subscribe(KEY)).rejects.toThrow("this browser cannot push")
    await browserPush.unsubscribe()
    dropSubscription()
    expect(manager.calls).toEqual([])
  })
})

describe("a browser that can push", () => {
  it.each([
    ["default", "notAsked"],
    ["denied", "denied"],
    ["granted", "granted"],
  ])("says that its permission is %s", async (permission, said) => {
    notification.permission = permission
    expect([await browserPush.permission(), await browserPush.ask()]).toEqual([said, said])
  })

  it("subscribes once with the key of the site, and again with another key", async () => {
    expect(await browserPush.current()).toBeNull()
    const first = await browserPush.subscribe(KEY)
    expect(first).toEqual({ endpoint: "https://push.example/0", p256dh: "p", auth: "a" })
    expect([await browserPush.subscribe(KEY), await browserPush.current()]).toEqual([first, first])
    const renewed = await browserPush.subscribe(OTHER_KEY)
    expect(renewed.endpoint).not.toBe(first.endpoint)
    expect(manager.calls).toEqual([`subscribe ${KEY} true`, "unsubscribe", `subscribe ${OTHER_KEY} true`])
    await browserPush.unsubscribe()
    expect(await browserPush.current()).toBeNull()
  })

  it("reads the key's bytes from base64url", async () => {
    await browserPush.subscribe(KEY)
    const held = await manager.getSubscription()
    const { applicationServerKey } = Object(held).options
    expect(new Uint8Array(applicationServerKey)).toEqual(bytesOf(KEY))
  })
})
