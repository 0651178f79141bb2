/** The log-ins that a member sees, and the command that ends all other sessions. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { originOf } from "../../server/members/logins.ts"
import { LOGINS_KEPT_DAYS } from "../../src/domain/limits.ts"
import { callServer, fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"

const agents = {
  chrome:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  safari:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  edge: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
  wechat:
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50",
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
} as const

describe("the origin of a log-in", () => {
  it("names browser and system, and not the line", () => {
    const of = (userAgent: string, address: string) =>
      Object.values(originOf({ userAgent, address })).join(" ")
    expect(of(agents.chrome, "203.0.113.77")).toBe("chrome windows 203.0.113.*")
    expect(of(agents.safari, "2001:db8:17:4::9")).toBe("safari ios 2001:db8:17:*")
    expect(of(agents.edge, "::ffff:198.51.100.4")).toBe("edge macos 198.51.100.*")
    expect(of(agents.wechat, "198.51.100.4")).toBe("wechat android 198.51.100.*")
    expect(of(agents.firefox, "198.51.100.4")).toBe("firefox linux 198.51.100.*")
    expect(of("curl/8.1", "")).toBe("other other ")
    expect(of(`${"x".repeat(10_000)}<script>`, "127.0.0.1")).toBe("other other 127.0.0.*")
    expect(of("", "::1")).toBe("other other ::1")
  })
})

describe("a member's log-ins", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp({ TRUST_PROXY: "1", LOGINS_PER_MINUTE: "0" })
  })
  afterAll(() => app.stop())

  const logIn = async (username: string, password: string, agent: string, address: string) => {
    await app.advance(1)
    const response = await fetch(`${app.url}/api/login/account`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent, "x-forwarded-for": address },
      body: JSON.stringify({ username, password }),
    })
    const body: unknown = await response.json()
    const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
    return String(typeof data === "object" && data !== null ? Reflect.get(data, "token") : "")
  }
  const list = async (token: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const { said } = await app.call("logins", {}, { token })
    return said.kind === "success" && Array.isArray(said.data) ? said.data : []
  }
  const shown = async (token: string) =>
    (await list(token)).map(
      ({ state, browser, system, network, attempts }) =>
        `${state} ${browser}/${system} ${network} ×${attempts}`,
    )

  it("say from which device and network, which is this one, which were refused, and nothing of others", async () => {
    const { token: first } = await app.join("ada")
    const second = await logIn("ada", goodPassword, agents.chrome, "203.0.113.77")
    for (const address of ["198.51.100.4", "198.51.100.9"])
      await logIn("ada", "wrong-password-1", agents.safari, address)
    await logIn("nobody.here", "wrong-password-1", agents.safari, "198.51.100.4")
    await app.join("eve")
    expect(await shown(second)).toEqual([
      "refused safari/ios 198.51.100.* ×2",
      "current chrome/windows 203.0.113.* ×1",
      "open other/other 127.0.0.* ×1",
    ])
    expect((await shown(first)).slice(1)).toEqual([
      "open chrome/windows 203.0.113.* ×1",
      "current other/other 127.0.0.* ×1",
    ])
    await app.call("logout", {}, { token: second })
    expect((await shown(first))[1]).toBe("ended chrome/windows 203.0.113.* ×1")
    const [newest] = await list(first)
    expect(Number(newest?.at_ms)).toBeGreaterThan(Date.now() - 60_000)
    expect(JSON.stringify(await list(first))).not.toMatch(/203\.0\.113\.77|Mozilla|token/)
  })

  const openOf = async (token: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const { said } = await app.call("sessions", {}, { token })
    return said.kind === "success" && Array.isArray(said.data) ? said.data : []
  }
  const end = async (id: unknown, token: string) =>
    reasonOf(await app.call("sessionEnd", { id: String(id) }, { token }))
  const isOpen = async (token: string) => reasonOf(await app.call("userInfo", {}, { token })) === null

  it("end one by one, the caller's own too; one that has ended is unknown like one of another member", async () => {
    const { token: first } = await app.join("dayo")
    const second = await logIn("dayo", goodPassword, agents.firefox, "203.0.113.5")
    const third = await logIn("dayo", goodPassword, agents.safari, "2001:db8:17:4::9")
    const { token: eve } = await app.join("eve3")
    const [own, newer, oldest] = await openOf(second)
    expect([own, newer, oldest]).toMatchObject([
      { is_current: true, browser: "firefox", system: "linux", network: "203.0.113.*" },
      { is_current: false, browser: "safari", system: "ios", network: "2001:db8:17:*" },
      { is_current: false, browser: "other", system: "other", network: "127.0.0.*" },
    ])
    for (const { since_ms, seen_at_ms } of await openOf(second))
      expect(Number(seen_at_ms)).toBeGreaterThanOrEqual(Number(since_ms))
    expect(JSON.stringify(await openOf(second))).not.toMatch(/203\.0\.113\.5|Mozilla|token/)
    expect(await end(newer?.id, eve)).toBe("member.session-unknown")
    expect(await end(newer?.id, second)).toBeNull()
    expect(await end(newer?.id, second)).toBe("member.session-unknown")
    expect(await end("nothing", second)).toBe("member.session-unknown")
    expect(await Promise.all([first, second, third].map(isOpen))).toEqual([true, true, false])
    expect((await openOf(first)).map(({ id }) => id)).toEqual([oldest?.id, own?.id])
    expect(await end(own?.id, second)).toBeNull()
    expect(await Promise.all([first, second].map(isOpen))).toEqual([true, false])
  })

  it("from a device or network of which the member has none lately are notices, and no others", async () => {
    const { token } = await app.join("femi")
    const notices = async () => {
      const { said } = await app.call("notices", { kind: "session" }, { token })
      return said.kind === "success" ? said.data : null
    }
    expect(await notices()).toMatchObject({ items: [] })
    const own = "127.0.0.1"
    await logIn("femi", goodPassword, "curl/8.1", own)
    expect(await notices()).toMatchObject({ items: [] })
    for (const address of [own, own, "203.0.113.5", "203.0.113.6"])
      await logIn("femi", goodPassword, agents.firefox, address)
    await logIn("femi", "wrong-password-1", agents.safari, own)
    const event = { kind: "session", from: null, to: "started", by: "service", amount: "0.00" }
    expect(await notices()).toMatchObject({ items: [event, event] })
    const [, newest] = await openOf(token)
    expect(await end(newest?.id, token)).toBeNull()
    await logIn("femi", goodPassword, agents.firefox, own)
    expect(await notices()).toMatchObject({ items: [event, event] })
  })

  it("of the demo's shared login end their own session alone", async () => {
    const { username, password } = app.demo
    const [here, there] = [
      await logIn(username, password, agents.chrome, "203.0.113.8"),
      await logIn(username, password, agents.edge, "203.0.113.9"),
    ]
    const [own, other] = await openOf(here)
    expect(await end(other?.id, here)).toBe("demo.shared")
    expect(reasonOf(await app.call("loginsEnd", {}, { token: here }))).toBe("demo.shared")
    expect(await end(own?.id, here)).toBeNull()
    expect(await Promise.all([here, there].map(isOpen))).toEqual([false, true])
  })

  it("end on all other devices by one command, and the caller's goes on", async () => {
    const { token: here } = await app.join("bola")
    const there = await logIn("bola", goodPassword, agents.firefox, "203.0.113.5")
    const { token: eve } = await app.join("eve2")
    expect(reasonOf(await app.call("loginsEnd", {}, { token: here }))).toBeNull()
    expect(reasonOf(await app.call("userInfo", {}, { token: there }))).toBe("session.invalid")
    for (const token of [here, eve]) expect(reasonOf(await app.call("userInfo", {}, { token }))).toBeNull()
    expect(await shown(here)).toEqual([
      "ended firefox/linux 203.0.113.* ×1",
      "current other/other 127.0.0.* ×1",
    ])
  })

  it("include that of a changed password, which goes on under a new session", async () => {
    const { token } = await app.join("chidi")
    await app.advance(1)
    const passwords = { old_password: goodPassword, new_password: "amber-lantern-83" }
    const renewed = String(
      fieldOf(await callServer(app.url, "changePassword", passwords, { token }), "token"),
    )
    expect((await shown(renewed)).map((line) => line.split(" ")[0])).toEqual(["current", "ended"])
  })

  it("are requested by their owner alone", async () => {
    expect(reasonOf(await app.call("logins", {}))).toBe("session.required")
    expect(reasonOf(await app.call("loginsEnd", {}))).toBe("session.required")
    expect(LOGINS_KEPT_DAYS).toBe(90)
  })
})
