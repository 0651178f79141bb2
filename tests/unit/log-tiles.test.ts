/** A market's published log: which files hold a part of it, and whether two checkpoints are of one log. */
import { concatBytes } from "@noble/hashes/utils.js"
import { describe, expect, it } from "vitest"
import {
  continuityOf,
  hashTiles,
  type ReadLogFile,
  readSubtrees,
  summaryTiles,
  tilesOf,
} from "../../src/domain/tick-log/log-tiles.ts"
import { isSameHash, ProofMismatch } from "../../src/domain/tick-log/merkle.ts"
import { areTicksLogged, isTileHonest } from "../../src/domain/tick-log/open-tile.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import {
  encodeSummaryNode,
  summaryHash,
  summaryOf,
  summaryRoot,
} from "../../src/domain/tick-log/summary-tree.ts"
import { encodeEntries, type LoggedTick, TILE_WIDTH, tickData } from "../../src/domain/tick-log/tile.ts"
import { checkpointOf, logFile, logSource } from "../support/market-log.ts"
import { at, journal } from "../support/proved-contracts.ts"

const source = logSource("AAPL", journal)
/** Reads the log of these ticks, and notes what was read. */
const readerOf = (
  ticks: readonly LoggedTick[],
  of = ticks === journal ? source : logSource("AAPL", ticks),
) => {
  const paths: string[] = []
  const read: ReadLogFile = async (path) => {
    paths.push(path)
    return logFile("AAPL", ticks, path, of) ?? new Uint8Array()
  }
  return { read, paths }
}
const checkpointAt = (size: number, ticks = journal): Checkpoint => checkpointOf("AAPL", ticks, size)
const forged = journal.with(50, { ...at(50), price: 1n })
const unreachable: ReadLogFile = () => Promise.reject(new Error("no network"))

describe("a checkpoint", () => {
  const [small, middle, large] = [checkpointAt(300), checkpointAt(700), checkpointAt(1_500)]

  it.each<[string, Checkpoint, readonly Checkpoint[], string]>([
    ["is the first where none was seen", middle, [], "first"],
    ["continues a smaller one", middle, [small], "continues"],
    ["continues a larger one", middle, [large], "continues"],
    ["continues what lies on both of its sides", middle, [large, small], "continues"],
    ["is one that was seen", middle, [large, middle, small], "continues"],
    ["contradicts another of its size", middle, [checkpointAt(700, forged)], "contradicts"],
    ["contradicts a larger one", middle, [checkpointAt(1_500, forged)], "contradicts"],
    ["contradicts a smaller one", middle, [checkpointAt(300, forged)], "contradicts"],
    ["is compared with the next larger one alone", middle, [checkpointAt(300, forged), large], "continues"],
    [
      "is compared with the largest where none is larger",
      large,
      [checkpointAt(300, forged), middle],
      "continues",
    ],
    [
      "contradicts another tree of summaries",
      middle,
      [{ ...middle, summaryRoot: small.summaryRoot }],
      "contradicts",
    ],
    ["contradicts another tree of ticks", middle, [{ ...middle, root: small.root }], "contradicts"],
  ])("%s", async (_, checkpoint, seen, found) => {
    expect(await continuityOf(checkpoint, seen, readerOf(journal).read)).toBe(found)
  })

  it("is compared without the network where one of its size was seen, and else is unknown", async () => {
    for (const seen of [[middle], [middle, large], [large, middle, small]])
      expect(await continuityOf(middle, seen, unreachable)).toBe("continues")
    expect(await continuityOf(middle, [large], unreachable)).toBe("unknown")
    expect(await continuityOf(middle, [large], async () => new Uint8Array(3))).toBe("contradicts")
  })
})

describe("the tiles of a tree", () => {
  it.each([
    [0, []],
    [1, ["0/0/1"]],
    [256, ["0/0/256", "1/0/1"]],
    [257, ["0/0/256", "0/1/1", "1/0/1"]],
    [512, ["0/0/256", "0/1/256", "1/0/2"]],
  ])("of %s leaves are as wide as it has nodes", (size, tiles) => {
    expect(tilesOf(size).map(({ level, index, width }) => `${level}/${index}/${width}`)).toEqual(tiles)
  })

  it.each([
    { from: 0, to: 1 },
    { from: 255, to: 256 },
    { from: 256, to: 512 },
    { from: 512, to: 700 },
    { from: 1_024, to: 1_280 },
    { from: 1_280, to: 1_500 },
    { from: 0, to: 1_024 },
  ])("give the head of the subtree %j", async (span) => {
    const [head] = await readSubtrees(hashTiles, journal.length, [span], readerOf(journal).read)
    expect(head && isSameHash(head, source.tickHash(span))).toBe(true)
  })

  it.each([
    { from: 0, to: 1 },
    { from: 2, to: 4 },
    { from: 0, to: 4 },
  ])("give the summary of the tiles %j", async (span) => {
    const [node] = await readSubtrees(summaryTiles, 5, [span], readerOf(journal).read)
    expect(node?.isTile).toBe(span.to - span.from === 1)
    expect(node && isSameHash(summaryHash(node), summaryHash(source.summaryNode(span)))).toBe(true)
  })

  it("say of a summary whether it is that of a tile of ticks or of several", async () => {
    const bytes = encodeSummaryNode(source.summaryNode({ from: 0, to: 1 }))
    const read: ReadLogFile = async (path) =>
      path === "summaries/1/000.p/1" ? bytes : new Uint8Array(bytes.length * TILE_WIDTH)
    const spans = [
      { from: 0, to: TILE_WIDTH },
      { from: 0, to: 1 },
    ]
    const nodes = await readSubtrees(summaryTiles, TILE_WIDTH, spans, read)
    expect(nodes.map(({ isTile }) => isTile)).toEqual([false, true])
  })

  it("are read once each, and refused with another length", async () => {
    const { read, paths } = readerOf(journal)
    await readSubtrees(
      hashTiles,
      1_500,
      [
        { from: 0, to: 2 },
        { from: 2, to: 4 },
        { from: 256, to: 512 },
      ],
      read,
    )
    expect(paths).toEqual(["tile/0/000", "tile/1/000.p/5"])
    const longer: ReadLogFile = async (path) => new Uint8Array([...(await read(path)), 0])
    await expect(readSubtrees(hashTiles, 1_500, [{ from: 0, to: 1 }], longer)).rejects.toThrow(
      new ProofMismatch("a tile has another length"),
    )
    await expect(readSubtrees(hashTiles, 1_500, [{ from: 0, to: 1 }], unreachable)).rejects.toThrow(
      "no network",
    )
  })
})

describe("the ticks of a log", () => {
  const checkpoint = checkpointAt(1_400)
  const { read } = readerOf(journal.slice(0, 1_400))
  const numbered = (seq: number) => ({ ...at(seq - 1), seq })
  const areLogged = (...ticks: readonly (LoggedTick & { readonly seq: number })[]) =>
    areTicksLogged(checkpoint, ticks, read)

  it("are there under their numbers, from the first to the last", async () => {
    expect(await areLogged()).toBe(true)
    expect(await areLogged(...[1, 2, 256, 257, 1_400].map(numbered))).toBe(true)
  })

  it("are not there with a number that the log does not have, which needs no network", async () => {
    const beyond = [{ ...numbered(1), seq: 0 }, numbered(1_401)]
    for (const tick of beyond) expect(await areTicksLogged(checkpoint, [tick], unreachable)).toBe(false)
  })

  it("are not there with another time or price, also among others that are", async () => {
    const tick = numbered(300)
    expect(await areLogged(numbered(299), { ...tick, price: tick.price + 1n })).toBe(false)
    expect(await areLogged({ ...tick, atMs: tick.atMs + 1 }, numbered(299))).toBe(false)
    expect(await areLogged({ ...tick, seq: 301 })).toBe(false)
  })

  it("are not there where other files are published than the checkpoint says", async () => {
    expect(await areTicksLogged(checkpoint, [numbered(300)], readerOf(forged.slice(0, 1_400)).read)).toBe(
      false,
    )
    expect(await areTicksLogged(checkpoint, [numbered(300)], async () => new Uint8Array())).toBe(false)
    await expect(areTicksLogged(checkpoint, [numbered(300)], unreachable)).rejects.toThrow("no network")
    expect(await isTileHonest(checkpoint, 1, read)).toBe(true)
    expect(await isTileHonest(checkpoint, 0, readerOf(forged.slice(0, 1_400)).read)).toBe(false)
    await expect(isTileHonest(checkpoint, 0, unreachable)).rejects.toThrow("no network")
  })

  /** The log's own files, with another under one path. */
  const readWith =
    (path: string, change: (bytes: Uint8Array) => Uint8Array): ReadLogFile =>
    async (each) =>
      each === path ? change(await read(each)) : read(each)
  const entry = (index: number) => encodeEntries([tickData("AAPL", index + 1, at(index))])

  it.each<[string, ReadLogFile]>([
    [
      "has another price",
      readWith("tile/entries/000", () => logFile("AAPL", forged, "tile/entries/000") ?? new Uint8Array()),
    ],
    ["has one tick more", readWith("tile/entries/000", (bytes) => concatBytes(bytes, entry(256)))],
    ["has one tick less", readWith("tile/entries/000", (bytes) => bytes.slice(0, -entry(255).length))],
    ["cannot be read", readWith("tile/entries/000", (bytes) => bytes.slice(1))],
    ["has hashes beside it that are cut off", readWith("tile/1/000.p/5", (bytes) => bytes.slice(1))],
  ])("are not there where their tile %s", async (_, readOther) => {
    expect(await areTicksLogged(checkpoint, [numbered(10)], readOther)).toBe(false)
    expect(await isTileHonest(checkpoint, 0, readOther)).toBe(false)
  })

  it("are summed up as they are: a tile whose signed summary hides a price is found", async () => {
    const peak = journal.slice(512, 768).reduce((a, { price }) => (price > a ? price : a), 0n)
    const lying = logSource("AAPL", journal, (ticks) => {
      const summary = summaryOf(ticks)
      return summary.highest === peak ? { ...summary, highest: peak - 1n } : summary
    })
    const signed = { ...checkpointAt(1_500), summaryRoot: summaryRoot(lying.summaryNode({ from: 0, to: 5 })) }
    const areHonest = (of: Checkpoint, files: ReadLogFile) =>
      Promise.all([0, 1, 2, 3, 4].map((index) => isTileHonest(of, index, files)))
    expect(await areHonest(checkpointAt(1_500), readerOf(journal).read)).toEqual(Array(5).fill(true))
    expect(await areHonest(signed, readerOf(journal, lying).read)).toEqual([true, true, false, true, true])
  })
})
