import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startApp } from "../../server/app.ts"
import { readSettings } from "../../server/config.ts"
import { marketSettingsOf } from "../../server/market/config.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { FAULT_LAB_PATH, type Fault, type FaultPlan, NO_FAULTS, ruleOf } from "../../src/contract/faults.ts"
import { BATCH_PATH } from "../../src/contract/wire-request.ts"
import { type Answer, fieldOf, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { memoryDatabase } from "../support/database.ts"
import { type FaultInjection, faultInjection } from "../support/fault-injection.ts"

let app: TestApp
let lab: FaultInjection
let member: { token: string; id: string }
beforeAll(async () => {
  app = await openApp({ FAULT_LAB: "1", REGISTRATION_BONUS: "100000" })
  lab = faultInjection(app.url)
  member = await app.join("ada")
})
afterAll(() => app.stop())

const put = (rules: FaultPlan["rules"], scope?: string) => lab.force({ rules }, scope)
const force = (at: string, fault: Fault, count: number | null = 1) => put([ruleOf(at, fault, { count })])
beforeEach(() => lab.clear())

const keyOf = () => crypto.randomUUID()
const buy = (key: string): Promise<Answer> =>
  app.call(
    "orderCreate",
    {
      ...{ key, product_id: "aapl", direction: "up", stake: "1000.00", leverage: 1 },
      ...{ period_days: 30, quoted_price: "100.0000" },
    },
    { token: member.token },
  )
/** The outcome of a key, read after all faults were removed. */
const askAbout = async (key: string) => {
  await lab.clear()
  const answer = await app.call("operationVoid", { operation: "order", key }, { token: member.token })
  return fieldOf(answer, "state")
}
const timed = async <A>(run: () => Promise<A>) => {
  const startedAtMs = performance.now()
  const result = await run()
  return { result, tookMs: performance.now() - startedAtMs }
}

describe("a fault at an endpoint", () => {
  it.each(["before", "after"] as const)("delays an answer, %s the server has acted", async (when) => {
    await force("quotes", { kind: "delay", when, ms: 60, jitterMs: 0 })
    const first = await timed(() => app.call("quotes", {}, { token: member.token }))
    const second = await app.call("quotes", {}, { token: member.token })
    expect(first.tookMs).toBeGreaterThanOrEqual(59)
    expect(await lab.met("quotes")).toBe(1)
    expect(reasonOf(second)).toBeNull()
    expect(reasonOf(first.result)).toBeNull()
  })

  it("closes the connection before the server has acted: no order exists", async () => {
    const key = keyOf()
    await force("orderCreate", { kind: "drop", when: "before", how: "cut" })
    await expect(buy(key)).rejects.toThrow()
    expect(await askAbout(key)).toBe("unknown")
  })

  it("closes it afterwards: one order exists", async () => {
    const key = keyOf()
    await force("orderCreate", { kind: "drop", when: "after", how: "cut" })
    await expect(buy(key)).rejects.toThrow()
    expect(await askAbout(key)).toBe("done")
  })

  it("stays silent, and closes when the server stops", async () => {
    await force("quotes", { kind: "drop", when: "before", how: "silence" })
    const asked = fetch(`${app.url}/api/market/quotes`, {
      headers: { token: member.token },
      signal: AbortSignal.timeout(100),
    })
    await expect(asked).rejects.toThrow(/timeout|aborted/i)
  })

  it("delivers a request twice: one order", async () => {
    const key = keyOf()
    const ordersOf = async () => {
      const { said } = await app.call("orders", {}, { token: member.token })
      const data = said.kind === "success" ? said.data : null
      return typeof data === "object" && data !== null && "items" in data && Array.isArray(data.items)
        ? data.items.length
        : -1
    }
    const before = await ordersOf()
    await force("orderCreate", { kind: "duplicate" })
    expect(reasonOf(await buy(key))).toBeNull()
    expect(await ordersOf()).toBe(before + 1)
  })

  it("lets a later request overtake an earlier one", async () => {
    await force("quotes", { kind: "reorder", waitMs: 5_000 })
    const order: string[] = []
    const ask = async (name: string) => {
      await app.call("quotes", {}, { token: member.token })
      order.push(name)
    }
    const first = ask("first")
    await expect.poll(() => lab.met("quotes")).toBe(1)
    await ask("second")
    await first
    expect(order).toEqual(["second", "first"])
  })

  it("stops waiting when no later request comes", async () => {
    await force("quotes", { kind: "reorder", waitMs: 60 })
    const { tookMs, result } = await timed(() => app.call("quotes", {}, { token: member.token }))
    expect(tookMs).toBeGreaterThanOrEqual(59)
    expect(reasonOf(result)).toBeNull()
  })

  it("refuses with every reason as the server would, with its status", async () => {
    for (const [reason, status] of Object.entries(REASONS)) {
      await force("userInfo", { kind: "error", when: "before", reason })
      const answer = await app.call("userInfo", {}, { token: member.token })
      expect([answer.status, reasonOf(answer)]).toEqual([status, reason])
      expect(answer.said.kind).toBe(reason.startsWith("session.") ? "token-invalid" : "refused")
    }
  })

  it("uses the endpoint's envelope, and can refuse after the server has acted", async () => {
    await force("login", { kind: "error", when: "before", reason: "login.wrong-credentials" })
    const answer = await app.call("login", { username: "ada", password: "x" })
    expect(answer.body).toMatchObject({ errorCode: 1007 })
    const key = keyOf()
    await force("orderCreate", { kind: "error", when: "after", reason: "system.internal" })
    expect(reasonOf(await buy(key))).toBe("system.internal")
    expect(await askAbout(key)).toBe("done")
  })

  it("answers as a gateway, truncated, and with another shape", async () => {
    const ask = () => fetch(`${app.url}/api/system/config`)
    await force("systemConfig", { kind: "status", when: "before", status: 502 })
    const gateway = await ask()
    expect(gateway.status).toBe(502)
    expect(await gateway.text()).toContain("<h1>502</h1>")
    await force("systemConfig", { kind: "malformed" })
    const half = await ask()
    expect(half.status).toBe(200)
    await expect(half.json()).rejects.toThrow()
    await force("systemConfig", { kind: "misshapen" })
    const other: unknown = await (await ask()).json()
    expect(other).toMatchObject({ code: 1, data: ["not what was promised"] })
  })

  it("refuses a batch while a plan is in force, so that the app makes each of its calls alone", async () => {
    const send = async () => {
      const response = await fetch(`${app.url}/${BATCH_PATH}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ calls: [{ path: "api/system/config", fields: {} }] }),
      })
      const body: unknown = await response.json()
      return { status: response.status, body }
    }
    expect(await send()).toMatchObject({ status: 200, body: { code: 1, data: [{ status: 200 }] } })
    await force("systemConfig", { kind: "status", when: "before", status: 502 })
    expect(await send()).toMatchObject({ status: 200, body: { code: 0 } })
    expect(await lab.met("systemConfig")).toBe(0)
  })

  it("announces fault injection in the page's headers", async () => {
    expect((await fetch(`${app.url}/`)).headers.get("server-timing")).toContain('lab;desc="on"')
  })

  it("applies to uploads, pages and their assets", async () => {
    await put([ruleOf("page", { kind: "status", when: "before", status: 503 })])
    expect((await fetch(`${app.url}/pages/wallet/index`)).status).toBe(503)
    await put([ruleOf("asset", { kind: "drop", when: "before", how: "cut" })])
    await expect(fetch(`${app.url}/assets/none.js`).then((answer) => answer.text())).rejects.toThrow()
    await put([ruleOf("upload", { kind: "error", when: "before", reason: "upload.type" })])
    const form = new FormData()
    form.append("file", new Blob(["x"]), "x.png")
    const sent = await fetch(`${app.url}/api/upload/image`, {
      method: "POST",
      headers: { token: member.token },
      body: form,
    })
    expect(sent.status).toBe(415)
  })

  it("applies to its scope only", async () => {
    await put([ruleOf("systemConfig", { kind: "status", when: "before", status: 500 })], "phone-1")
    const ask = (scope: string) =>
      fetch(`${app.url}/api/system/config`, { headers: { "x-fault-scope": scope } })
    expect((await ask("phone-2")).status).toBe(200)
    expect((await ask("phone-1")).status).toBe(500)
    expect(await lab.report()).toMatchObject({ plans: [{ scope: "phone-1", met: { systemConfig: 1 } }] })
  })

  it.each([
    ["no JSON", "{"],
    ["no plan", "{}"],
    ["an unknown fault point", JSON.stringify({ ...NO_FAULTS, rules: [ruleOf("x", { kind: "duplicate" })] })],
    [
      "an unknown reason",
      JSON.stringify({
        ...NO_FAULTS,
        rules: [ruleOf("quotes", { kind: "error", when: "before", reason: "x.y" })],
      }),
    ],
  ])("is not set from %s", async (_what, body) => {
    const answer = await fetch(`${app.url}${FAULT_LAB_PATH}`, { method: "PUT", body })
    expect(answer.status).toBe(400)
    expect(await lab.report()).toEqual({ plans: [] })
  })
})

describe("the operator's faults", () => {
  const operate = async (...words: readonly string[]): Promise<string> => {
    const response = await sendCommand(app.dataDir, words)
    return `${response?.isDone === true ? "" : "refused: "}${response?.text}`
  }

  it("are added, shown, replaced and removed", async () => {
    expect(await operate("faults", "show")).toContain("No faults are active.")
    const added = await operate("faults", "add", "userInfo", "error session.invalid", "--count", "1")
    expect(added).toMatch(/everyone +userInfo +error session\.invalid +1 +1 +100 +0 +0/)
    expect(reasonOf(await app.call("userInfo", {}, { token: member.token }))).toBe("session.invalid")
    expect(reasonOf(await app.call("userInfo", {}, { token: member.token }))).toBeNull()
    const whole = JSON.stringify({ ...NO_FAULTS, rules: [ruleOf("quotes", { kind: "malformed" })] })
    expect(await operate("faults", "set", "--plan", whole)).toMatch(/everyone +quotes +malformed/)
    expect(await operate("faults", "clear")).toContain("No faults are active.")
  })

  it("of a device are set one by one without resetting the others", async () => {
    await operate("faults", "device", "--clock", "-60000")
    const both = await operate("faults", "device", "--storage", "blocked", "--network", "off")
    expect(both).toMatch(/everyone +device +clock -60000 ms · storage blocked · network off/)
    const one = await operate("faults", "device", "--network", "on", "--clock", "0")
    expect(one).toMatch(/everyone +device +storage blocked +1/)
    const none = await operate("faults", "device", "--storage", "works")
    expect(none).toContain("No faults are active.")
  })

  it.each([
    ["an invalid clock", ["--clock", "soon"]],
    ["an invalid storage", ["--storage", "half"]],
    ["an invalid network", ["--network", "fast"]],
  ])("of a device are refused with a sentence for %s", async (_what, words) => {
    expect(await operate("faults", "device", ...words)).toContain("storage works, full or blocked")
  })

  it.each([
    ["an unknown fault point", ["nowhere", "duplicate"], "There is no fault point called nowhere"],
    ["an unknown fault", ["quotes", "explode"], "A fault is one of"],
    ["an unknown reason", ["quotes", "error x.y"], "There is no reason x.y"],
    ["an invalid number", ["quotes", "duplicate", "--from", "soon"], "whole numbers"],
  ])("are refused with a sentence for %s", async (_what, words, sentence) => {
    expect(await operate("faults", "add", ...words)).toContain(sentence)
  })
})

it.each(["demo", "production"])(
  "a server of the profile %s without the lab has none of it",
  async (profile) => {
    const dataDir = mkdtempSync(join(tmpdir(), "links-plain-"))
    const environment = {
      ...{ PROFILE: profile, SECRET: "ab".repeat(32), PORT: "0", DATA_DIR: dataDir },
      DATABASE_URL: profile === "demo" ? "" : "postgresql://unused",
    }
    const settings = readSettings(environment)
    const plain = await startApp(settings, marketSettingsOf(environment, settings.dayMs), {
      database: memoryDatabase,
    })
    try {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const answer = await fetch(`${plain.url}${FAULT_LAB_PATH}`, { method })
        expect(answer.status).toBe(404)
        expect(await answer.json()).toMatchObject({ data: { reason: "request.not-found" } })
      }
      expect((await fetch(`${plain.url}/`)).headers.get("server-timing") ?? "").not.toContain("lab")
      const refused = await sendCommand(dataDir, ["faults", "show"])
      expect(refused).toMatchObject({
        isDone: false,
        text: expect.stringContaining("There is no such command."),
      })
    } finally {
      await plain.stop()
      rmSync(dataDir, { recursive: true })
    }
  },
)
