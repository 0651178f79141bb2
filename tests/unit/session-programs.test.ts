/** The programs of the session: what the server is asked, what is stored, and what is reported. */
import { Context, Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../../src/contract/errors.ts"
import type { User } from "../../src/domain/entities.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import { Api, Secrets, Storage } from "../../src/runtime/api/services.ts"
import {
  authenticate,
  clearSession,
  loadSession,
  refreshUser,
  reloadSession,
  storeSession,
} from "../../src/runtime/api/session-programs.ts"
import { configOf } from "../support/config.ts"
import { memoryArea } from "../support/in-process-runtime.ts"
import { memberOf } from "../support/member.ts"

beforeEach(() => vi.useFakeTimers({ now: 42, toFake: ["Date"] }))
afterEach(() => vi.useRealTimers())

const at = 42
const ada = memberOf("7")
const renamed = memberOf("7", { username: "ada", level: 2 })
const session = { token: "a token", temporaryToken: "a ticket", user: ada }
const silence = new NoAnswer({ kind: "network", status: null })
const refusal = new Refused({ reason: "login.wrong-credentials", message: "wrong" })
const invalid = new TokenInvalid({ message: "log in again" })
const intent = { memberId: "7", url: "/pages/wallet/index" }

/** A device, and a server that answers each endpoint, or fails as said. */
const openDevice = (fails: Readonly<Record<string, ApiError>> = {}) => {
  const area = memoryArea()
  const storage = createStorage(() => area, Date.now)
  const secrets = createSecrets(() => crypto.randomUUID())
  const asked: unknown[] = []
  const answers: Readonly<Record<string, unknown>> = {
    login: session,
    register: session,
    userInfo: renamed,
    systemConfig: configOf(),
    logout: {},
  }
  const services = Context.make(Api, {
    call: (endpoint, request, options) =>
      Effect.suspend(() => {
        asked.push([endpoint, request, ...(options ? [options] : [])])
        const failure = fails[endpoint]
        return failure ? Effect.fail(failure) : Effect.succeed(JSON.parse(JSON.stringify(answers[endpoint])))
      }),
  }).pipe(
    Context.add(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Context.add(Storage, {
      read: (name) => Effect.sync(() => storage.read(name)),
      write: (name, value) => Effect.sync(() => storage.write(name, value)),
      remove: (name) => Effect.sync(() => storage.remove(name)),
    }),
  )
  const run = <Fact, Failure>(program: Effect.Effect<Fact, Failure, Api | Secrets | Storage>) =>
    Effect.runPromiseWith(services)(program)
  return {
    ...{ asked, storage, secrets, run },
    hold: (user: User) => run(storeSession({ ...session, user })),
  }
}

type Device = ReturnType<typeof openDevice>
const storedIn = ({ storage }: Device) =>
  ["token", "temporary_token", "user"].map((name) => storage.read(name) !== undefined)

describe("restoring the session", () => {
  it("asks nothing where the member is stored, and knows the page that was wanted", async () => {
    const device = openDevice()
    await device.hold(ada)
    expect(await device.run(loadSession())).toEqual({ type: "session.restored", user: ada, intent: null, at })
    device.storage.write("intent", intent)
    expect(await device.run(loadSession())).toEqual({ type: "session.restored", user: ada, intent, at })
    expect(device.asked).toEqual([])
  })

  it.each([
    ["no member", undefined],
    ["no readable member", { id: 7 }],
  ])("asks for the member where the token and %s is stored", async (_, stored) => {
    const device = openDevice()
    device.storage.write("token", session.token)
    if (stored !== undefined) device.storage.write("user", stored)
    const restored = { type: "session.restored", user: renamed, intent: null, at }
    expect(await device.run(loadSession())).toEqual(restored)
    expect(device.asked).toEqual([["userInfo", {}, { key: "session.refresh" }]])
    // the next time it is stored
    expect(await device.run(loadSession())).toEqual(restored)
    expect(device.asked).toHaveLength(1)
  })

  it("forgets a token that the server refuses, and keeps one that it did not answer", async () => {
    const none = { type: "session.notRestored", intent, at }
    for (const [failure, isKept] of [
      [invalid, false],
      [silence, true],
    ] as const) {
      const device = openDevice({ userInfo: failure })
      device.storage.write("token", session.token)
      device.storage.write("intent", intent)
      expect(await device.run(loadSession())).toEqual(none)
      expect(storedIn(device)).toEqual([isKept, false, false])
    }
  })

  it("asks nothing without a token, also where a member is stored", async () => {
    const device = openDevice()
    await device.hold(ada)
    device.storage.remove("token")
    expect(await device.run(loadSession())).toEqual({ type: "session.notRestored", intent: null, at })
    expect(await device.run(reloadSession())).toEqual({ type: "session.endedElsewhere", at })
    expect(device.asked).toEqual([])
  })

  it("reads what another tab has stored", async () => {
    const device = openDevice()
    await device.hold(renamed)
    expect(await device.run(reloadSession())).toEqual({ type: "session.beganElsewhere", user: renamed, at })
  })
})

describe("logging in and registering", () => {
  const options = { key: "session.authenticate", loading: true }
  const credentials = (device: Device) => ({ username: "ada", secret: device.secrets.keep("right") })

  it("takes the password once, and stores the session", async () => {
    const device = openDevice()
    const typed = { ...credentials(device), invitationCode: null }
    expect(await device.run(authenticate(typed))).toEqual({ type: "session.authenticated", user: ada, at })
    expect(device.asked).toEqual([["login", { username: "ada", password: "right" }, options]])
    expect(device.secrets.take(typed.secret)).toBeUndefined()
    expect(device.storage.read("token")).toBe(session.token)
    expect(device.storage.read("temporary_token")).toBe(session.temporaryToken)
    expect(await device.run(reloadSession())).toMatchObject({ user: ada })
  })

  it("sends an empty password where a reload has dropped it", async () => {
    const device = openDevice({ login: refusal })
    const lost = { username: "ada", secret: "unknown", invitationCode: null }
    expect(await device.run(authenticate(lost))).toMatchObject({ type: "session.refused" })
    expect(device.asked).toEqual([["login", { username: "ada", password: "" }, options]])
  })

  it("registers with the date of the terms that the page has shown, else asks for it", async () => {
    const request = { username: "ada", password: "right", invitationCode: "23456789" }
    for (const [shown, sent, before] of [
      [{ termsAtMs: 7 }, 7, []],
      [{}, configOf().login.termsAtMs, [["systemConfig", {}]]],
    ] as const) {
      const device = openDevice()
      const typed = { ...credentials(device), invitationCode: request.invitationCode, ...shown }
      expect(await device.run(authenticate(typed))).toMatchObject({ type: "session.authenticated" })
      expect(device.asked).toEqual([...before, ["register", { ...request, termsAtMs: sent }, options]])
    }
  })

  it.each([
    ["login", null],
    ["register", "23456789"],
    ["systemConfig", "23456789"],
  ])("stores nothing where %s is refused", async (endpoint, invitationCode) => {
    const device = openDevice({ [endpoint]: refusal })
    expect(await device.run(authenticate({ ...credentials(device), invitationCode }))).toEqual({
      type: "session.refused",
      failure: { reason: "login.wrong-credentials", message: "wrong" },
      at,
    })
    expect(storedIn(device)).toEqual([false, false, false])
  })
})

describe("the member's record", () => {
  it("is requested and stored", async () => {
    const device = openDevice()
    await device.hold(ada)
    expect(await device.run(refreshUser())).toEqual({ type: "session.refreshed", user: renamed, at })
    expect(device.asked).toEqual([["userInfo", {}, { key: "session.refresh" }]])
    expect(await device.run(reloadSession())).toMatchObject({ user: renamed })
  })

  it("stays as it was where it could not be had, and the reason is reported", async () => {
    const device = openDevice({ userInfo: silence })
    await device.hold(ada)
    const failed = { type: "session.refreshFailed", failure: { reason: "no-answer.network" }, at }
    expect(await device.run(refreshUser())).toEqual(failed)
    expect(await device.run(reloadSession())).toMatchObject({ user: ada })
  })
})

describe("ending the session", () => {
  it.each([
    ["on the server as well", true, {}, [["logout", {}, { key: "session.logout" }]]],
    ["here, though the server does not answer", true, { logout: silence }, [expect.anything()]],
    ["here alone, where the server has ended it", false, {}, []],
  ])("ends it %s", async (_, notifyServer, fails, asked) => {
    const device = openDevice(fails)
    await device.hold(ada)
    expect(await device.run(clearSession({ notifyServer }))).toEqual({ type: "session.cleared", at })
    expect(device.asked).toEqual(asked)
    expect(storedIn(device)).toEqual([false, false, false])
  })
  it.each([
    ["granted", 1],
    ["denied", 0],
  ] as const)("drops the browser's push subscription where permission is %s", async (permission, times) => {
    const unsubscribe = vi.fn(async () => true)
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    vi.stubGlobal("Notification", { permission })
    vi.stubGlobal("PushManager", class {})
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
    await openDevice().run(clearSession({ notifyServer: false }))
    await new Promise((resolve) => setImmediate(resolve))
    expect(unsubscribe).toHaveBeenCalledTimes(times)
    vi.unstubAllGlobals()
  })
})
