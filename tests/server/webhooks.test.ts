import { hash, randomUUID } from "node:crypto"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { idOfKey } from "../../server/core/operations.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { deliveriesOf } from "../../server/payment-simulator/deliveries.ts"
import { startSimulator } from "../../server/payment-simulator/simulator.ts"
import { signedLink, signWebhook, WEBHOOK_TOLERANCE_MS } from "../../server/payments/payment-signature.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { fieldOf, openApp, type TestApp } from "../support/app.ts"
import { paymentEnvironment } from "../support/payments.ts"

const { PAY_ALIPAY_SECRET: alipay, PAY_WECHAT_SECRET: wechat } = paymentEnvironment
const seed = "a test"
let simulator: Awaited<ReturnType<typeof startSimulator>>
let app: TestApp
let token: string
let memberId: string
let members = 0

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, secrets: { wechat, alipay }, seed, lateMs: 300 })
  app = await openApp({
    ...paymentEnvironment,
    PAY_WECHAT_PAGE: `${simulator.url}/wechat`,
    PAY_ALIPAY_PAGE: `${simulator.url}/alipay`,
  })
})
beforeEach(async () => {
  members += 1
  ;({ token, id: memberId } = await app.join(`payer.${members}`))
})
afterAll(async () => {
  simulator.stop()
  await app.stop()
})

const start = async (
  amount: string,
  way: 2 | 3 = 3,
  key: string = randomUUID(),
): Promise<{ id: string; link: string }> => {
  const answer = await app.call("paymentCreate", { key, way, amount }, { token })
  const payment = fieldOf(answer, "payment")
  const link: unknown = typeof payment === "object" && payment !== null ? Reflect.get(payment, "link") : ""
  return { id: String(fieldOf(answer, "id")), link: String(link) }
}
const statusOf = async (id: string): Promise<unknown> =>
  fieldOf(await app.call("deposit", { id }, { token }), "status")
const available = async (): Promise<unknown> =>
  fieldOf(await app.call("walletSummary", {}, { token }), "available")

interface Sent {
  readonly body?: object | string
  readonly secret?: string
  readonly atMs?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly provider?: string
  readonly method?: string
}
const send = async ({ body = {}, secret = alipay, atMs = app.nowMs(), ...sent }: Sent) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const method = sent.method ?? "POST"
  const response = await fetch(`${app.url}/api/pay/webhook/${sent.provider ?? "alipay"}`, {
    method,
    headers: { "payment-signature": signWebhook(secret, atMs, text), ...sent.headers },
    ...(method === "POST" ? { body: text } : {}),
  })
  const answer: unknown = await response.json()
  const data: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "data") : null
  const read = (name: string): unknown =>
    typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined
  return { status: response.status, effect: read("effect"), reason: read("reason") }
}
const report = (id: string, changes: object = {}) => ({
  event_id: randomUUID(),
  payment_id: id,
  result: "success",
  amount: "1000.00",
  currency: "NGN",
  ...changes,
})

describe("a webhook", () => {
  it("credits by its signature alone, once", async () => {
    const { id } = await start("1000.00")
    const body = report(id, { a_field_of_tomorrow: { any: 1 } })
    expect(await send({ body })).toMatchObject({ status: 200, effect: "credited" })
    expect(await send({ body })).toMatchObject({ status: 200, effect: "repeated" })
    expect(await statusOf(id)).toBe(1)
    expect(await available()).toBe("1000.00")
  })

  it("is refused with a reason and without effect if it is forged, old, foreign or changed", async () => {
    const { id } = await start("1000.00")
    const body = report(id)
    const nowMs = app.nowMs()
    const late = WEBHOOK_TOLERANCE_MS + 60_000
    const forged = { status: 401, reason: "payment.forged" }
    const expired = { status: 401, reason: "payment.expired" }
    const warned = vi.spyOn(console, "log").mockImplementation(() => undefined)
    expect(await send({ body, secret: "x".repeat(64) })).toMatchObject(forged)
    expect(await send({ body, secret: wechat })).toMatchObject(forged)
    expect(await send({ body, provider: "wechat" })).toMatchObject(forged)
    expect(await send({ body, headers: { "payment-signature": "" } })).toMatchObject(forged)
    expect(await send({ body, atMs: nowMs - late })).toMatchObject(expired)
    expect(await send({ body, atMs: nowMs + late })).toMatchObject(expired)
    const signed = signWebhook(alipay, nowMs, JSON.stringify(body))
    const changed = JSON.stringify({ ...body, amount: "9000.00" })
    expect(await send({ body: changed, headers: { "payment-signature": signed } })).toMatchObject(forged)
    expect(await send({ body: report(id, { amount: "1000.01" }) })).toMatchObject({
      status: 409,
      reason: "payment.mismatch",
    })
    expect(await send({ body: report("nothing") })).toMatchObject({ status: 404, reason: "payment.unknown" })
    expect(warned.mock.calls.flat().join("\n")).toContain("payment.forged")
    expect(warned.mock.calls.flat().join("\n")).not.toContain(body.event_id)
    warned.mockRestore()
    expect(await statusOf(id)).toBe(0)
    expect(await available()).toBe("0.00")
  })

  it("is refused before it is read if it is none", async () => {
    for (const [sent, status, reason] of [
      [{ body: "no JSON" }, 400, "request.malformed"],
      [{ body: "null" }, 400, "request.malformed"],
      [{ body: report("x", { result: "maybe" }) }, 400, "request.malformed"],
      [{ body: report("x", { amount: 1000 }) }, 400, "request.malformed"],
      [{ body: report("x", { event_id: "'; drop table" }) }, 400, "request.malformed"],
      [{ body: "x".repeat(70_000) }, 413, "request.too-large"],
      [{ method: "GET", body: "" }, 405, "request.method"],
      [{ provider: "paypal" }, 404, "request.not-found"],
    ] as const)
      expect(await send(sent), reason).toMatchObject({ status, reason })
  })

  it("is kept once, to be looked at, if it is genuine and cannot be used", async () => {
    const operate = async (...words: ReadonlyArray<string>) =>
      (await sendCommand(app.dataDir, words))?.text.split("\n") ?? []
    const kept = async (subject: string) =>
      (await operate("events")).filter((row) => row.includes("payments unusable") && row.includes(subject))
    const isLookedAt = async (id: string) =>
      JSON.stringify(fieldOf(await app.call("deposit", { id }, { token }), "payment")).includes(
        '"is_looked_at":true',
      )
    const cases = [
      ["payment.mismatch", { amount: "1000.01" }],
      ["request.malformed", { result: "maybe" }],
      ["request.too-large", { padding: "x".repeat(70_000) }],
    ] as const
    const logged = vi.spyOn(console, "log").mockImplementation(() => undefined)
    for (const [reason, changes] of cases) {
      const { id } = await start("1000.00")
      const body = report(id, changes)
      await send({ body, secret: "x".repeat(64) })
      expect([await kept(id), await isLookedAt(id)]).toEqual([[], false])
      for (const sent of [body, body]) expect(await send({ body: sent })).toMatchObject({ reason })
      expect(await kept(id)).toEqual([expect.stringContaining(reason)])
      expect((await operate("deposits", "list")).find((row) => row.includes(id))).toContain(reason)
      expect(await isLookedAt(id)).toBe(true)
      expect(logged.mock.calls.flat().join("\n")).toContain(`payment ${id} cannot be used: ${reason}`)
    }
    const { id } = await start("1000.00")
    const both = [report(id, { amount: "1000.01" }), report(id, { result: "maybe" })]
    for (const body of [...both, ...both]) await send({ body })
    expect(await kept(id)).toHaveLength(2)
    await operate("deposits", "seen", id, "--why", "asked the provider")
    for (const body of both) await send({ body })
    expect([(await kept(id)).length, await isLookedAt(id)]).toEqual([2, false])
    await send({ body: report(id, { amount: "1000.02" }) })
    expect([(await kept(id)).length, await isLookedAt(id)]).toEqual([3, true])
    const large = JSON.stringify(report(id, { padding: "x".repeat(400_000) }))
    expect(await send({ body: large, secret: "x".repeat(64) })).toMatchObject({ reason: "payment.forged" })
    for (const body of [large, large])
      expect(await send({ body })).toMatchObject({ status: 413, reason: "request.too-large" })
    const held = hash("sha256", Buffer.from(large).subarray(0, 256 * 1024)).slice(0, 16)
    expect(await kept(`notice ${held}`)).toEqual([expect.stringContaining("request.too-large")])
    await send({ body: report("elsewhere") })
    expect(await kept("elsewhere")).toEqual([expect.stringContaining("payment.unknown")])
    logged.mockRestore()
  })

  it("gets a catalogued reason and never a server fault, whatever a signed body says", async () => {
    const { id } = await start("1000.00")
    const field = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(id, "1000.01", "-1000.00", "0.00", "NGN", "USD", "fail", "\u0000", "x".repeat(65)),
      fc.integer(),
      fc.constant(null),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const valid = fc.constant(report(id, { amount: "1000.01" }))
    const changed = fc
      .tuple(fc.constantFrom("event_id", "payment_id", "result", "amount", "currency", "failure"), field)
      .map(([name, value]) => ({ ...report(id, { amount: "1000.01" }), [name]: value }))
    const bodies = fc.oneof(valid, changed, fc.jsonValue({ maxDepth: 2 }))
    const warned = vi.spyOn(console, "log").mockImplementation(() => undefined)
    const property = fc.asyncProperty(bodies, async (body) => {
      const { status, reason } = await send({ body: JSON.stringify(body) })
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      expect(Object.keys(REASONS)).toContain(reason)
    })
    await fc.assert(property, { numRuns: 150 })
    warned.mockRestore()
    expect(await statusOf(id)).toBe(0)
    expect(await available()).toBe("0.00")
  })
})

describe("the payment simulator", () => {
  const choose = (link: string, choice: string) =>
    fetch(link, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" })

  it("shows the payment and reports what its visitor chose", async () => {
    const paid = await start("2000.00")
    const page = await (await fetch(paid.link)).text()
    expect(page).toContain("₦2,000.00")
    expect(page).toContain("Simulated payment page")
    await choose(paid.link, "pay")
    await expect.poll(() => statusOf(paid.id)).toBe(1)
    const cancelled = await start("3000.00", 2)
    await choose(cancelled.link, "cancel")
    await expect.poll(() => statusOf(cancelled.id)).toBe(2)
    // the first choice stands
    await choose(cancelled.link, "pay")
    const declined = await start("4000.13")
    await choose(declined.link, "pay")
    await expect.poll(() => statusOf(declined.id)).toBe(2)
    expect(await available()).toBe("2000.00")
  })

  it("credits once though it sends forged, doubled and outdated webhooks, some of them late", async () => {
    const warned = vi.spyOn(console, "log").mockImplementation(() => undefined)
    // the seed and the payment's id decide what is sent, so a key with every fault is looked for
    const sentFor = (key: string) =>
      deliveriesOf({
        ...{ payment: idOfKey(memberId, "deposit", key), amount: "1000.17", choice: "pay", seed, lateMs: 0 },
      })
    let key: string = randomUUID()
    while (sentFor(key).length < 4) key = randomUUID()
    const payment = await start("1000.17", 3, key)
    expect(payment.id).toBe(idOfKey(memberId, "deposit", key))
    await choose(payment.link, "pay")
    expect(await statusOf(payment.id)).toBe(0)
    await expect.poll(() => statusOf(payment.id)).toBe(1)
    await expect.poll(() => warned).toHaveBeenCalled()
    expect(await available()).toBe("1000.17")
    warned.mockRestore()
  })

  it("refuses a changed link, and shows nothing of it", async () => {
    const { id, link } = await start("1000.00")
    const changed = link.replace("amount=1000.00", "amount=1.00")
    const response = await fetch(changed)
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain("not genuine")
    expect(page).not.toContain(app.url)
    await choose(changed, "pay")
    expect(await statusOf(id)).toBe(0)
  })

  it("reports a link that is opened after it has expired", async () => {
    const { id, link } = await start("1000.00")
    const { origin, pathname, searchParams } = new URL(link)
    const { signature: _, ...signed } = Object.fromEntries(searchParams)
    const expired = signedLink(alipay, origin + pathname, { ...signed, expires: "1" })
    expect(await (await fetch(expired)).text()).toContain("has expired")
    const reason = async () => fieldOf(await app.call("deposit", { id }, { token }), "reason")
    await expect.poll(reason).toBe("Your payment link expired before you paid.")
  })
})
