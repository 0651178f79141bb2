import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import {
  checkWebhook,
  isSignedLink,
  SIGNATURE_HEADER,
  signedLink,
  signWebhook,
  WEBHOOK_TOLERANCE_MS,
} from "../../server/payments/payment-signature.ts"

const secret = "a-secret-that-both-sides-share-0123456789"
const atMs = 1_790_000_000_000
const body = '{"event_id":"e1","amount":"1000.00"}'
const bytes = Buffer.from(body)
const header = signWebhook(secret, atMs, body)

/** The verdict on bytes that arrive in two parts. */
const verdictOn = (given: string | undefined, received: Buffer, nowMs: number) => {
  const check = checkWebhook(secret, given)
  check.take(received.subarray(0, 9))
  check.take(received.subarray(9))
  return check.verdictAt(nowMs)
}

describe("the signature of a webhook", () => {
  it("is the HMAC-SHA256 of the time and the raw body", () => {
    const hex = createHmac("sha256", secret).update(`${atMs}.${body}`).digest("hex")
    expect(header).toBe(`t=${atMs},v1=${hex}`)
    expect(verdictOn(header, bytes, atMs)).toBe("genuine")
  })

  it("is in a header that providers know, and holds for five minutes", () => {
    expect(SIGNATURE_HEADER).toBe("payment-signature")
    expect(WEBHOOK_TOLERANCE_MS).toBe(300_000)
  })

  it.each([
    ["another body", header, Buffer.from(body.replace("1000", "9000"))],
    ["a space more in the body", header, Buffer.from(`${body} `)],
    ["another time", header.replace(String(atMs), String(atMs + 1)), bytes],
    ["another secret", signWebhook(`${secret}!`, atMs, body), bytes],
    ["no header", undefined, bytes],
    ["an empty header", "", bytes],
    ["two headers", `${header},${header}`, bytes],
    ["a short signature", header.slice(0, -2), bytes],
    ["letters that are no hexadecimal digits", `t=${atMs},v1=${"z".repeat(64)}`, bytes],
    ["the signature of no body", `t=${atMs},v1=${"0".repeat(64)}`, Buffer.alloc(0)],
  ])("does not hold for %s", (_what, given, received) => {
    expect(verdictOn(given, received, atMs)).toBe("forged")
  })

  it.each([
    [-WEBHOOK_TOLERANCE_MS - 1, "expired"],
    [-WEBHOOK_TOLERANCE_MS, "genuine"],
    [WEBHOOK_TOLERANCE_MS, "genuine"],
    [WEBHOOK_TOLERANCE_MS + 1, "expired"],
  ])("received %s ms after its time is %s", (elapsedMs, verdict) => {
    expect(verdictOn(header, bytes, atMs + elapsedMs)).toBe(verdict)
  })
})

describe("the link to a provider's page", () => {
  const link = signedLink(secret, "https://pay.example/start?shop=7", {
    payment: "p1",
    amount: "1000.00",
    return: "https://app.example/?a=1&b=2",
  })
  const parametersOf = (text: string) => new URL(text).searchParams

  it("keeps the page's own parameters and signs all of them", () => {
    expect(Object.fromEntries(parametersOf(link))).toMatchObject({
      shop: "7",
      payment: "p1",
      amount: "1000.00",
      return: "https://app.example/?a=1&b=2",
    })
    expect(isSignedLink(secret, parametersOf(link))).toBe(true)
  })

  it("holds in any order of its parameters", () => {
    const turned = new URLSearchParams([...parametersOf(link)].toReversed())
    expect(isSignedLink(secret, turned)).toBe(true)
  })

  it.each([
    ["another amount", link.replace("1000.00", "1.00")],
    ["another shop", link.replace("shop=7", "shop=8")],
    ["one more parameter", `${link}&amount=1.00`],
    ["no signature", link.replace(/&signature=\w+/, "")],
    ["more before the signature", link.replace("signature=", "signature=zz")],
    ["more after the signature", `${link}zz`],
  ])("does not hold with %s", (_what, changed) => {
    expect(isSignedLink(secret, parametersOf(changed))).toBe(false)
  })
})
