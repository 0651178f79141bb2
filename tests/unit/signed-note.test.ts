import { describe, expect, it } from "vitest"
import { openCheckpoint } from "../../src/domain/check-settlement.ts"
import {
  checkpointText,
  claimedSignature,
  decodeKey,
  decodeNote,
  encodeKey,
  encodeNote,
  isNoteSignedBy,
  KEY_KIND,
  readCheckpointText,
} from "../../src/domain/tick-log/signed-note.ts"
import { checkpointOf, newSigningKey, signedCheckpoint } from "../support/market-log.ts"

/** From the tests of Go's checksum database (golang.org/x/mod, sumdb/note; BSD licence). */
const peter = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
const peterSigned = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=
`
const enoch = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"

/** The published key of sum.golang.org and a head that it signed. */
const goKey = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
const goHead = `go.sum database tree
6476701
mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=

— sum.golang.org Az3grsLX85Gz+s1SiTbgkuqxgItqFq7gsMUEyVnrsa9LM7Us9S+1xbFIGu95949rj4nPRYfvimWEPWL+o3GeoWwOoAw=
`

const isSigned = async (text: string, keyText: string): Promise<boolean> => {
  const [note, key] = [decodeNote(text), decodeKey(keyText)]
  return note !== null && key !== null && isNoteSignedBy(note, key)
}

describe("signed notes of others", () => {
  it("verify with their keys, and not when a character differs", async () => {
    expect(await isSigned(peterSigned, peter)).toBe(true)
    expect(await isSigned(peterSigned, enoch)).toBe(true)
    expect(await isSigned(goHead, goKey)).toBe(true)
    expect(await isSigned(goHead.replace("6476701", "6476702"), goKey)).toBe(false)
    expect(await isSigned(goHead, peter)).toBe(false)
    expect(await isSigned(peterSigned.replace("x08go/ZJ", "x08go/ZK"), peter)).toBe(false)
  })

  it("are written as they are read", () => {
    for (const text of [peterSigned, goHead]) {
      const note = decodeNote(text)
      expect(note === null ? null : encodeNote(note)).toBe(text)
    }
    for (const text of [peter, enoch, goKey]) {
      const key = decodeKey(text)
      expect(key === null ? null : encodeKey(key)).toBe(text)
    }
  })

  it("are refused where they are malformed", () => {
    const [text = "", signatures = ""] = peterSigned.split("\n\n")
    const malformed = [
      text,
      `${text}\n`,
      peterSigned.slice(0, -1),
      `\u0001${peterSigned}`,
      `${peterSigned}Unexpected line.\n`,
      peterSigned.replace("— PeterNeumann", "— Bad Name"),
      peterSigned.replace("— PeterNeumann", "- PeterNeumann"),
      `${text}\n\n${`${signatures.split("\n")[0]}\n`.repeat(101)}`,
    ]
    const line = `${signatures.split("\n")[0]}\n`
    const [, , encoded = ""] = line.trimEnd().split(" ")
    malformed.push(
      `x${line}`,
      `${peterSigned.slice(0, -1)}A`,
      peterSigned.replace("answer", "\ufffd"),
      ...[`\u2014  ${encoded}`, `\u2014 a+b ${encoded}`, `\u2014 a ${encoded} b`, "\u2014 a", "\u2014"].map(
        (each) => `${text}\n\n${each}\n`,
      ),
      // a key's id without a signature
      `${text}\n\n\u2014 PeterNeumann AAAAAA==\n`,
    )
    for (const note of malformed) expect(decodeNote(note), note.slice(-60)).toBeNull()
    expect(decodeNote(`\n\n${line}`)?.text).toBe("\n")
    expect(decodeNote(`${text}\n\n${line.repeat(100)}`)?.signatures).toHaveLength(100)
    for (let at = 0; at < peter.length; at++) {
      const next = String.fromCharCode(peter.charCodeAt(at) + 1)
      expect(decodeKey(`${peter.slice(0, at)}${next}${peter.slice(at + 1)}`)).toBeNull()
    }
    const known = { name: "a", kind: KEY_KIND.ed25519, publicKey: new Uint8Array(32) }
    expect(decodeKey(encodeKey(known))).toEqual(known)
    for (const differs of [{ name: "" }, { name: "a b" }, { publicKey: new Uint8Array(31) }, { kind: 2 }])
      expect(decodeKey(encodeKey({ ...known, ...differs })), JSON.stringify(differs)).toBeNull()
    expect(decodeKey("PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")).toBeNull()
  })

  it("with two signatures of one key name none of them", () => {
    const [text = "", signatures = ""] = peterSigned.split("\n\n")
    const twice = decodeNote(`${text}\n\n${`${signatures.split("\n")[0]}\n`.repeat(2)}`)
    const key = decodeKey(peter)
    expect(twice === null || key === null ? undefined : claimedSignature(twice, key)).toBeNull()
  })
})

describe("our checkpoints", () => {
  const key = newSigningKey()
  const ticks = Array.from({ length: 300 }, (_, i) => ({ atMs: 1_000 + i, price: 250_000n + BigInt(i) }))
  const checkpoint = checkpointOf("BTC USD+1", ticks)
  const signed = signedCheckpoint(checkpoint, key)

  it("are checkpoints of C2SP with three extension lines", async () => {
    const lines = signed.split("\n")
    expect(lines.slice(0, 2)).toEqual(["financial-links/market/BTC%20USD%2B1", "300"])
    expect(lines[3]).toMatch(/^summaries [A-Za-z0-9+/]{43}=$/)
    expect(lines[4]).toBe("complete-until 1299")
    expect(lines[5]).toMatch(/^receipts-since \d+$/)
    expect(lines[7]).toMatch(/^— financial-links\/market\/BTC%20USD%2B1 [A-Za-z0-9+/]+=*$/)
    expect(await openCheckpoint(signed, "BTC USD+1", key.publicKey)).toEqual(checkpoint)
    expect(readCheckpointText(checkpointText(checkpoint), "BTC USD+1")).toEqual(checkpoint)
  })

  it("have one text, with a line more since the market signs receipts", () => {
    const text = (receiptsSinceMs: number | null) =>
      checkpointText({
        ...{ symbol: "AAPL", size: 3, completeUntilMs: 5, receiptsSinceMs },
        ...{ root: new Uint8Array(32), summaryRoot: new Uint8Array(32).fill(255) },
      })
    const lines = [
      "financial-links/market/AAPL",
      "3",
      `${"A".repeat(43)}=`,
      `summaries ${"/".repeat(42)}8=`,
      "complete-until 5",
    ]
    expect(text(null).split("\n")).toEqual([...lines, ""])
    expect(text(7).split("\n")).toEqual([...lines, "receipts-since 7", ""])
    for (const since of [null, 7])
      expect(readCheckpointText(text(since), "AAPL")?.receiptsSinceMs).toBe(since)
  })

  it("are read in that form alone", () => {
    const text = checkpointText(checkpoint)
    const lines = text.split("\n")
    const read = (changed: string) => readCheckpointText(changed, "BTC USD+1")
    const most = 999_999_999_999_999
    expect(read(checkpointText({ ...checkpoint, completeUntilMs: most }))?.completeUntilMs).toBe(most)
    for (let count = 0; count < lines.length - 2; count++)
      expect(read(lines.slice(0, count).join("\n"))).toBeNull()
    const changed = [
      `${text}more 1\n`,
      text.slice(0, -1),
      text.replace("market", "markets"),
      text.replace("\n300\n", "\nnull\n"),
      text.replace("\n300\n", "\n0300\n"),
      text.replace("complete-until 1299", "complete-until null"),
      text.replace("complete-until", "complete"),
      text.replace("summaries", "the summaries"),
      checkpointText({ ...checkpoint, completeUntilMs: most + 1 }),
      checkpointText({ ...checkpoint, root: checkpoint.root.slice(1) }),
      checkpointText({ ...checkpoint, summaryRoot: checkpoint.root.slice(1) }),
    ]
    for (const other of changed) expect(read(other), other).toBeNull()
  })

  it("open only as they were signed, by this key, for this symbol", async () => {
    expect(await openCheckpoint(signed, "AAPL", key.publicKey)).toBeNull()
    expect(await openCheckpoint(signed, "BTC USD+1", newSigningKey().publicKey)).toBeNull()
    for (let at = 0; at < signed.length; at++) {
      const changed = `${signed.slice(0, at)}${signed[at] === "1" ? "2" : "1"}${signed.slice(at + 1)}`
      expect(await openCheckpoint(changed, "BTC USD+1", key.publicKey), changed).toBeNull()
    }
  })
})
