import { createPublicKey, verify } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { auditLog } from "../../server/verify/audit.ts"
import {
  cosignedAtMs,
  ofCheckpoints,
  openCosigned,
  type Witnessing,
  witness,
} from "../../server/verify/witness.ts"
import { continuityOf, type ReadLogFile } from "../../src/domain/tick-log/log-tiles.ts"
import {
  type Checkpoint,
  decodeKey,
  decodeNote,
  encodeKey,
  KEY_KIND,
  keyId,
} from "../../src/domain/tick-log/signed-note.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { checkpointOf, logFile, logSource, newSigningKey, signedCheckpoint } from "../support/market-log.ts"
import { journal } from "../support/proved-contracts.ts"

const key = newSigningKey()
/** The published files of a log, with changes of some of them. */
const readerOf = (
  ticks: readonly LoggedTick[],
  changes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {},
): ReadLogFile => {
  const source = logSource("AAPL", ticks)
  return async (path) => {
    const file = logFile("AAPL", ticks, path, source)
    if (file === null) throw new Error(`no ${path}`)
    return changes[path]?.(file) ?? file
  }
}
const flipped = (at: number) => (bytes: Uint8Array) =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
const rewritten = journal.map((tick, index) => (index === 700 ? { ...tick, price: tick.price + 1n } : tick))

describe("an audit", () => {
  it("recomputes every tick, tile and summary of a log of any size", async () => {
    for (const size of [1, 255, 256, 257, 1_500]) {
      const ticks = journal.slice(0, size)
      await auditLog(checkpointOf("AAPL", ticks), [], readerOf(ticks))
    }
  })

  it("reads no more than the checkpoint covers, while the log grows", async () => {
    const seen = checkpointOf("AAPL", journal, 300)
    await auditLog(checkpointOf("AAPL", journal, 1_100), [seen], readerOf(journal))
  })

  it.each<[string, string, ReadLogFile]>([
    [
      "an altered entry",
      "ticks 513 to 768 are not published in order",
      readerOf(journal, { "tile/entries/002": flipped(4) }),
    ],
    [
      "another price",
      "tick 701 does not have its published hash",
      readerOf(journal, {
        "tile/entries/002": () => logFile("AAPL", rewritten, "tile/entries/002") ?? new Uint8Array(),
      }),
    ],
    [
      "an altered hash",
      "tick 2 does not have its published hash",
      readerOf(journal, { "tile/0/000": flipped(40) }),
    ],
    [
      "a shorter tile",
      "tick 257 does not have its published hash",
      readerOf(journal, { "tile/0/001": (bytes) => bytes.slice(32) }),
    ],
    [
      "an altered node above",
      "node 3 of tile/1/000.p/5 is not that of its ticks",
      readerOf(journal, { "tile/1/000.p/5": flipped(100) }),
    ],
    [
      "an altered summary",
      "node 2 of summaries/0/000.p/5 is not that of its ticks",
      readerOf(journal, { "summaries/0/000.p/5": flipped(239) }),
    ],
    ["a rewritten log", "its 1500 ticks do not have the signed head", readerOf(rewritten)],
  ])("names the first difference: %s", async (_name, message, read) => {
    await expect(auditLog(checkpointOf("AAPL", journal), [], read)).rejects.toThrow(message)
  })

  it("finds heads that were signed for other summaries, another past or too early a time", async () => {
    const honest = checkpointOf("AAPL", journal)
    const audit = (differs: object, seen = [honest]) =>
      auditLog({ ...honest, ...differs }, seen, readerOf(journal))
    await expect(audit({ summaryRoot: honest.root })).rejects.toThrow("price summaries")
    await expect(audit({ completeUntilMs: honest.completeUntilMs - 1 })).rejects.toThrow("last tick is later")
    await expect(audit({}, [checkpointOf("AAPL", rewritten, 800)])).rejects.toThrow(
      "its first 800 ticks are not",
    )
    await expect(auditLog(checkpointOf("AAPL", journal, 100), [honest], readerOf(journal))).rejects.toThrow(
      "shorter",
    )
  })
})

describe("a witness", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-witness-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const nowMs = 1_800_000_000_999

  const askOn = (path: string, ticks: readonly LoggedTick[], size: number, signer = key, named = signer) => {
    const note = signedCheckpoint(checkpointOf("AAPL", ticks, size), signer)
    const wanted: Witnessing<Checkpoint> = {
      path,
      name: "witness.example/w1",
      note,
      ...ofCheckpoints("AAPL", named.publicKey),
      nowMs,
      compare: (checkpoint, seen) => continuityOf(checkpoint, [seen], readerOf(ticks)),
    }
    return witness(wanted)
  }

  it("cosigns in the format of C2SP, beside the market's own signature", async () => {
    const path = join(folder, "format.json")
    const found = await askOn(path, journal, 1_000)
    if (found.kind !== "cosigned") throw new Error(found.kind)
    const witnessKey = decodeKey(found.witnessKey)
    const note = decodeNote(found.note)
    const line = note?.signatures[1]
    if (witnessKey === null || note === null || line === undefined) throw new Error("not cosigned")
    expect(witnessKey).toMatchObject({ name: "witness.example/w1", kind: KEY_KIND.cosignature })
    expect(Buffer.from(line.keyId)).toEqual(Buffer.from(keyId(witnessKey)))
    expect(line.signature).toHaveLength(8 + 64)
    expect(Buffer.from(line.signature).readBigUInt64BE(0)).toBe(1_800_000_000n)
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), witnessKey.publicKey])
    const publicKey = createPublicKey({ key: der, format: "der", type: "spki" })
    const message = Buffer.from(`cosignature/v1\ntime 1800000000\n${note.text}`)
    expect(verify(null, message, publicKey, line.signature.slice(8))).toBe(true)
    expect(await cosignedAtMs(found.note, witnessKey)).toBe(1_800_000_000_000)
    expect(await openCosigned(found.note, "AAPL", key.publicKey)).toEqual(
      checkpointOf("AAPL", journal, 1_000),
    )
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it("is not taken for another one, nor for a cosignature of another text or time", async () => {
    const found = await askOn(join(folder, "other.json"), journal, 1_000)
    if (found.kind !== "cosigned") throw new Error(found.kind)
    const witnessKey = decodeKey(found.witnessKey)
    if (witnessKey === null) throw new Error("no key")
    const other = { ...witnessKey, publicKey: newSigningKey().publicKey }
    expect(await cosignedAtMs(found.note, other)).toBeNull()
    expect(await cosignedAtMs(found.note.replace("\n1000\n", "\n1001\n"), witnessKey)).toBeNull()
    const line = found.note.split("\n").at(-2) ?? ""
    const [dash, name, encoded = ""] = line.split(" ")
    const bytes = Buffer.from(encoded, "base64")
    bytes[11] = (bytes[11] ?? 0) ^ 1
    const later = found.note.replace(line, `${dash} ${name} ${bytes.toString("base64")}`)
    expect(await cosignedAtMs(later, witnessKey)).toBeNull()
    for (const length of [4, 4 + 7, 4 + 8]) {
      const short = bytes.subarray(0, length).toString("base64")
      expect(await cosignedAtMs(found.note.replace(line, `${dash} ${name} ${short}`), witnessKey)).toBeNull()
    }
    expect(decodeKey(encodeKey(witnessKey))).toEqual(witnessKey)
  })

  it("cosigns what extends the last checkpoint only, and remembers it under the same key", async () => {
    const path = join(folder, "state.json")
    const first = await askOn(path, journal, 600)
    expect(await askOn(path, journal, 600)).toMatchObject({ kind: "cosigned" })
    expect(await askOn(path, rewritten, 1_500)).toMatchObject({ kind: "cosigned" })
    expect(await askOn(path, journal, 1_500)).toMatchObject({ kind: "contradicts", seen: { size: 1_500 } })
    expect(await askOn(path, rewritten, 1_400)).toMatchObject({ kind: "smaller" })
    const again = await askOn(path, rewritten, 1_500)
    expect(again.kind === "cosigned" && first.kind === "cosigned" && again.witnessKey).toBe(
      first.kind === "cosigned" && first.witnessKey,
    )
    expect(readFileSync(path, "utf8")).toContain('"name":"witness.example/w1"')
  })

  it("cosigns nothing of another key, neither a new log nor one that it knows", async () => {
    const path = join(folder, "key.json")
    const other = newSigningKey()
    await expect(askOn(path, journal, 600, other, key)).rejects.toThrow("not of this market")
    expect(await askOn(path, journal, 600)).toMatchObject({ kind: "cosigned" })
    await expect(askOn(path, journal, 700, other)).rejects.toThrow("knows this log by another key")
    expect(await askOn(path, journal, 700)).toMatchObject({ kind: "cosigned" })
  })
})
