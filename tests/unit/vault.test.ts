import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeVault, SEAL_BYTES, VAULT_KEY_BYTES } from "../../server/core/vault.ts"

const key = (byte: number) => new Uint8Array(VAULT_KEY_BYTES).fill(byte)
const vault = makeVault(key(1))
const other = makeVault(key(2))

/** The same bytes with one of them changed. */
const flipped = (bytes: Uint8Array, index: number): Uint8Array =>
  bytes.map((byte, at) => (at === (index + bytes.length) % bytes.length ? byte ^ 1 : byte))

describe("sealed text", () => {
  it("opens again, for the same purpose only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const sealed = vault.seal(text, "card of a")
        expect(vault.open(sealed, "card of a")).toBe(text)
        expect(() => vault.open(sealed, "card of b")).toThrow()
      }),
    )
  })

  it("differs each time, and opens with its own key alone", () => {
    const sealed = vault.seal("4242424242424242", "a")
    expect(sealed).not.toBe(vault.seal("4242424242424242", "a"))
    expect(() => other.open(sealed, "a")).toThrow()
  })

  it("is refused when a part of it was changed, left out or put in another form", () => {
    const [version = "", nonce = "", body = ""] = vault.seal("4242424242424242", "a").split(".")
    const bytes = Buffer.from(body, "base64url")
    for (const at of [0, 3, -1, -16]) {
      const changed = Buffer.from(flipped(bytes, at)).toString("base64url")
      expect(() => vault.open([version, nonce, changed].join("."), "a")).toThrow()
    }
    const otherNonce = Buffer.from(flipped(Buffer.from(nonce, "base64url"), 0)).toString("base64url")
    expect(() => vault.open([version, otherNonce, body].join("."), "a")).toThrow()
    const short = bytes.subarray(0, 15).toString("base64url")
    for (const text of [
      "nothing",
      "",
      `v2.${nonce}.${body}`,
      `${version}.${nonce}`,
      `${version}.${nonce}.${short}`,
    ])
      expect(() => vault.open(text, "a")).toThrow("not a sealed text")
  })
})

describe("sealed bytes", () => {
  it("open again, for the same purpose only, and are longer by a fixed length", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const sealed = vault.sealBytes(bytes, "image a")
        expect(sealed.length).toBe(bytes.length + SEAL_BYTES)
        expect([...vault.openBytes(sealed, "image a")]).toEqual([...bytes])
        expect(() => vault.openBytes(sealed, "image b")).toThrow()
        expect(() => other.openBytes(sealed, "image a")).toThrow()
      }),
    )
  })

  it("differ each time, and are refused when one of them was changed or is missing", () => {
    const sealed = vault.sealBytes(new Uint8Array([1, 2, 3]), "a")
    expect(sealed).not.toEqual(vault.sealBytes(new Uint8Array([1, 2, 3]), "a"))
    for (const at of [0, 12, -1, -16]) expect(() => vault.openBytes(flipped(sealed, at), "a")).toThrow()
    for (const length of [0, SEAL_BYTES - 1])
      expect(() => vault.openBytes(sealed.subarray(0, length), "a")).toThrow("not sealed bytes")
  })

  it("are no sealed text: each has a key of its own", () => {
    const [, nonce = "", body = ""] = vault.seal("abc", "a").split(".")
    const bytes = Buffer.concat([Buffer.from(nonce, "base64url"), Buffer.from(body, "base64url")])
    expect(() => vault.openBytes(bytes, "a")).toThrow()
  })
})

it("a fingerprint is the same for the same text, purpose and key, and differs for any other", () => {
  expect(vault.fingerprint("x", "a")).toBe(vault.fingerprint("x", "a"))
  expect(other.fingerprint("x", "a")).not.toBe(vault.fingerprint("x", "a"))
  expect(vault.fingerprint("x", "b")).not.toBe(vault.fingerprint("x", "a"))
  expect(vault.fingerprint("bx", "a")).not.toBe(vault.fingerprint("x", "ab"))
})

it("a key of another length is refused", () => {
  for (const length of [0, 16, VAULT_KEY_BYTES - 1, VAULT_KEY_BYTES + 1])
    expect(() => makeVault(new Uint8Array(length))).toThrow(RangeError)
})

it("what earlier releases sealed still opens, and their fingerprints are found", () => {
  expect(vault.open("v1.BQUFBQUFBQUFBQUF.96wrjwrbjifptUuRWiuTNJiw--X22XMzNA", "card of a")).toBe("4242 4242")
  const bytes = Buffer.from("BQUFBQUFBQUFBQUFF0o8uay1O8Gsc09SNhAuGRmLRA", "base64url")
  expect([...vault.openBytes(bytes, "image a")]).toEqual([1, 2, 3])
  expect(vault.fingerprint("ada", "name")).toBe("irEuJykvAbGNbhlViZfkT2IuyR3NVchNYDNst3KloiI")
})
