/** The published files of a log: their paths, and the ticks in a bundle. */
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { describe, expect, it } from "vitest"
import {
  decodeTicks,
  encodeEntries,
  type LoggedTick,
  readSummaryTilePath,
  readTilePath,
  summaryTilePath,
  tickData,
  tilePath,
} from "../../src/domain/tick-log/tile.ts"

describe("the path of a tile", () => {
  it("is that of C2SP", () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("tile/0/x001/x234/067")
    expect(tilePath({ level: "entries", index: 5, width: 17 })).toBe("tile/entries/005.p/17")
    expect(readTilePath("tile/0/x001/x234/067")).toEqual({ level: 0, index: 1_234_067, width: 256 })
    expect(readTilePath("tile/entries/005.p/17")).toEqual({ level: "entries", index: 5, width: 17 })
    expect([12, 59, 63].map((level) => readTilePath(`tile/${level}/000`)?.level)).toEqual([12, 59, 63])
  })

  it("is read in that form alone", () => {
    const wrong = [
      "tile/0/5",
      "tile/64/000",
      "tile/00/000",
      "tile/0/x000/001",
      "tile/0/001.p/256",
      "tile/0/001.p/0",
      "tile/0/001.p/01",
      "tile/0/x001",
      "tile/-1/000",
      "tile/data/000",
      "tile/NaN/000",
      "a/tile/0/000",
      "tile/0/000/a",
    ]
    for (const path of wrong) expect(readTilePath(path), path).toBeNull()
  })

  it("of summaries names no bundle of entries, and no tile of hashes", () => {
    const tile = { level: 0, index: 0, width: 9 }
    expect(summaryTilePath(tile)).toBe("summaries/0/000.p/9")
    expect(readSummaryTilePath("summaries/0/000.p/9")).toEqual(tile)
    for (const path of ["summaries/entries/000", "tile/0/000", "summaries/64/000", "a/summaries/0/000"])
      expect(readSummaryTilePath(path), path).toBeNull()
  })
})

describe("a bundle of entries", () => {
  const ticks = [0, 1, 1_000].map((atMs): LoggedTick => ({ atMs, price: 250_000n + BigInt(atMs) }))
  const entriesOf = (given: readonly LoggedTick[], symbol = "AAPL", first = 257) =>
    given.map((tick, index) => tickData(symbol, first + index, tick))
  const read = (entries: readonly Uint8Array[], symbol = "AAPL") =>
    decodeTicks(symbol, 257, encodeEntries(entries))

  it("holds the ticks that it was made of, whatever the length of their symbol", () => {
    for (const symbol of ["AAPL", "\u00c4", "A".repeat(300)])
      expect(read(entriesOf(ticks, symbol), symbol)).toEqual(ticks)
    expect(read([])).toEqual([])
  })

  it.each<[string, readonly Uint8Array[]]>([
    ["ticks of another symbol", entriesOf(ticks, "AAPLE")],
    ["other numbers", entriesOf(ticks, "AAPL", 258)],
    ["two ticks of one time", entriesOf(ticks.toSpliced(1, 1, { atMs: 0, price: 1n }))],
    ["a tick before another", entriesOf(ticks.toReversed())],
    ["a tick before the one ahead of it", entriesOf(ticks.with(2, { atMs: 1, price: 1n }))],
    ["a time or a price in another form", [utf8ToBytes("AAPL\n257\n01\n25.0000\n")]],
    ["a price in another form", [utf8ToBytes("AAPL\n257\n1\n025.0000\n")]],
    ["a price of fewer digits", [utf8ToBytes("AAPL\n257\n1\n25.00\n")]],
    ["a line more", [utf8ToBytes("AAPL\n257\n1\n25.0000\n\n")]],
    ["a line ahead", [utf8ToBytes("AAPL\n257\n\n1\n25.0000\n")]],
    ["an empty entry", [...entriesOf(ticks), new Uint8Array()]],
  ])("is refused with %s", (_, entries) => {
    expect(read(entries)).toBeNull()
  })

  it("is refused where it ends early, and where it says that it goes on", () => {
    const bytes = encodeEntries(entriesOf(ticks))
    const last = bytes.length - (entriesOf(ticks).at(-1)?.length ?? 0) - 1
    expect(decodeTicks("AAPL", 257, bytes.slice(0, -1))).toBeNull()
    expect(decodeTicks("AAPL", 257, concatBytes(bytes, Uint8Array.of(0)))).toBeNull()
    const longer = bytes.with(last, (bytes[last] ?? 0) + 1)
    expect(decodeTicks("AAPL", 257, longer)).toBeNull()
  })
})
