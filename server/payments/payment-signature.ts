import { createHmac, timingSafeEqual } from "node:crypto"

/** How far the time of a webhook may be from the server's clock, in either direction. */
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000

/** The header of a webhook: `t=<epoch ms>,v1=<HMAC-SHA256 of "<t>.<raw body>" in hexadecimal digits>`. */
export const SIGNATURE_HEADER = "payment-signature"

const hmac = (secret: string, text: string): Buffer => createHmac("sha256", secret).update(text).digest()

/** Compares in constant time. False for texts that are no signature. */
const isSame = (expected: Buffer, given: string): boolean =>
  /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(expected, Buffer.from(given, "hex"))

/** The signature header for a body that is sent at `atMs`. */
export const signWebhook = (secret: string, atMs: number, body: string): string =>
  `t=${atMs},v1=${hmac(secret, `${atMs}.${body}`).toString("hex")}`

/**
 * Checks a webhook's header against the bytes that `take` is given as they arrive. "forged": no or another
 * signature. "expired": signed at a time outside the tolerance, such as a replayed recording.
 */
export const checkWebhook = (secret: string, header: string | undefined) => {
  const [, time = "", given = ""] = /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? []
  const sum = createHmac("sha256", secret).update(`${time}.`)
  return {
    take: (bytes: Uint8Array): void => {
      sum.update(bytes)
    },
    /** Once, after the last byte. */
    verdictAt: (nowMs: number): "genuine" | "forged" | "expired" => {
      if (!isSame(sum.digest(), given)) return "forged"
      return Math.abs(nowMs - Number(time)) <= WEBHOOK_TOLERANCE_MS ? "genuine" : "expired"
    },
  }
}

/** The parameters in one order, so that both sides sign the same text. */
const signedText = (parameters: URLSearchParams): string => {
  const sorted = new URLSearchParams(parameters)
  sorted.delete("signature")
  sorted.sort()
  return sorted.toString()
}

/** The link to a provider's page, with all parameters signed. */
export const signedLink = (
  secret: string,
  page: string,
  parameters: Readonly<Record<string, string>>,
): string => {
  const url = new URL(page)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set("signature", hmac(secret, signedText(url.searchParams)).toString("hex"))
  return url.href
}

/** True for parameters exactly as `signedLink` signed them. */
export const isSignedLink = (secret: string, parameters: URLSearchParams): boolean =>
  isSame(hmac(secret, signedText(parameters)), parameters.get("signature") ?? "")
