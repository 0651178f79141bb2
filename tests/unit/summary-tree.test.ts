/** The tree of price summaries by itself: what a proof of a range of tiles must have. */
import { describe, expect, it } from "vitest"
import { EMPTY_ROOT, isSameHash, ProofMismatch } from "../../src/domain/tick-log/merkle.ts"
import {
  type PriceSummary,
  summaryOf,
  summaryProof,
  summaryProofSpans,
  summaryRoot,
} from "../../src/domain/tick-log/summary-tree.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import { logSource } from "../support/market-log.ts"
import { journal } from "../support/proved-contracts.ts"

const source = logSource("AAPL", journal)
const SIZE = 5
const range = { from: 1, to: 3 }
const spans = summaryProofSpans(SIZE, [range])
const nodes = spans.map(source.summaryNode)
const withSummary = (at: number, differs: (summary: PriceSummary) => Partial<PriceSummary>) =>
  nodes.map((node, index) =>
    index === at ? { ...node, summary: { ...node.summary, ...differs(node.summary) } } : node,
  )

describe("the proof of a range of summaries", () => {
  it("is the head of the tree with the summary of the ticks in that range", () => {
    const { root, summaries } = summaryProof(SIZE, [range], nodes)
    expect(isSameHash(root, summaryRoot(source.summaryNode({ from: 0, to: SIZE })))).toBe(true)
    expect(summaries).toEqual([summaryOf(journal.slice(TILE_WIDTH, 3 * TILE_WIDTH))])
  })

  it("of none shows the head alone, also of a log without a complete tile", () => {
    const none = { from: 0, to: 0 }
    const all = [source.summaryNode({ from: 0, to: SIZE })]
    expect(summaryProof(SIZE, [none], all).summaries).toEqual([null])
    expect(summaryProofSpans(0, [none])).toEqual([])
    expect(summaryProof(0, [none], [])).toEqual({ root: EMPTY_ROOT, summaries: [null] })
  })

  it.each([
    ["the proof is too short", range, nodes.slice(1)],
    ["the proof is too long", range, [...nodes, ...nodes.slice(0, 1)]],
    ["a tile is never divided", { from: 1.5, to: 3 }, nodes],
    ["times do not increase", range, withSummary(1, ({ firstAtMs }) => ({ firstAtMs: firstAtMs - 1_000 }))],
    ["times do not increase", range, withSummary(0, ({ lastAtMs }) => ({ lastAtMs: lastAtMs + 1_000 }))],
  ])("is refused: %s", (message, of, given) => {
    expect(() => summaryProof(SIZE, [of], given)).toThrow(new ProofMismatch(message))
  })

  it("needs a tick to sum up", () => {
    expect(() => summaryOf([])).toThrow(TypeError)
  })
})
