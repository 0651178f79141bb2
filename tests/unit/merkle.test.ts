import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  appendSubtree,
  consistencySpans,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  frontierHead,
  type Hash,
  isConsistent,
  isSameHash,
  leafHash,
  nodeHash,
  rangeProofRoot,
  rangeProofSpans,
  type Span,
} from "../../src/domain/tick-log/merkle.ts"
import argon from "../support/argon2020.json" with { type: "json" }
import { isExhaustive } from "../support/exhaustive.ts"
import { headOf } from "../support/market-log.ts"

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"))
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))

/** The reference leaves and hashes of Certificate Transparency's own tests (RFC 6962). */
const reference = {
  leaves: [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ],
  roots: [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ],
  /** From the leaf to the root. */
  inclusion5of8: [
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  ],
  consistency1to8: [
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
  ],
}

/** The definitions of RFC 6962, section 2.1, as they stand there. */
const naive = {
  divide: (n: number) => 2 ** Math.floor(Math.log2(n - 1)),
  head: (leaves: readonly Uint8Array[]): Hash => {
    const [only] = leaves
    if (only === undefined) return EMPTY_ROOT
    if (leaves.length === 1) return leafHash(only)
    const k = naive.divide(leaves.length)
    return nodeHash(naive.head(leaves.slice(0, k)), naive.head(leaves.slice(k)))
  },
  path: (m: number, leaves: readonly Uint8Array[]): readonly Hash[] => {
    if (leaves.length === 1) return []
    const k = naive.divide(leaves.length)
    return m < k
      ? [...naive.path(m, leaves.slice(0, k)), naive.head(leaves.slice(k))]
      : [...naive.path(m - k, leaves.slice(k)), naive.head(leaves.slice(0, k))]
  },
  proof: (m: number, leaves: readonly Uint8Array[], isWhole = true): readonly Hash[] => {
    if (m === leaves.length) return isWhole ? [] : [naive.head(leaves)]
    const k = naive.divide(leaves.length)
    return m <= k
      ? [...naive.proof(m, leaves.slice(0, k), isWhole), naive.head(leaves.slice(k))]
      : [...naive.proof(m - k, leaves.slice(k), false), naive.head(leaves.slice(0, k))]
  },
}

/** The siblings on the way from a leaf to the root, in that order. */
const siblings = (index: number, span: Span): readonly Span[] => {
  if (span.to - span.from === 1) return []
  const middle = span.from + naive.divide(span.to - span.from)
  const [left, right] = [
    { from: span.from, to: middle },
    { from: middle, to: span.to },
  ]
  return index < middle ? [...siblings(index, left), right] : [...siblings(index, right), left]
}

/** A path from leaf to root in our order, from left to right. */
const leftToRight = (index: number, size: number, path: readonly Hash[]): readonly Hash[] =>
  siblings(index, { from: 0, to: size })
    .map((span, at) => ({ span, hash: path[at] ?? EMPTY_ROOT }))
    .toSorted((a, b) => a.span.from - b.span.from)
    .map(({ hash }) => hash)

const isIncluded = (size: number, root: Hash, index: number, leaf: Hash, path: readonly Hash[]): boolean =>
  hex(rangeProofRoot(size, [{ from: index, to: index + 1 }], () => leaf, leftToRight(index, size, path))) ===
  hex(root)

const leavesOf = (size: number): readonly Uint8Array[] =>
  Array.from({ length: size }, (_, i) => new Uint8Array(Buffer.from(`leaf ${i}`)))
const headOfSpan = (leaves: readonly Uint8Array[]) => (span: Span) =>
  naive.head(leaves.slice(span.from, span.to))

describe("the vectors of others", () => {
  const leaves = reference.leaves.map(bytes)

  it("give the heads and proofs of Certificate Transparency's reference tree", () => {
    expect(hex(EMPTY_ROOT)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    for (const [index, root] of reference.roots.entries())
      expect(hex(headOf(leaves.slice(0, index + 1).map(leafHash), nodeHash) ?? EMPTY_ROOT)).toBe(root)
    const root = bytes(reference.roots[7] ?? "")
    const leaf = leafHash(leaves[5] ?? new Uint8Array())
    expect(isIncluded(8, root, 5, leaf, reference.inclusion5of8.map(bytes))).toBe(true)
    expect(consistencySpans(1, 8).map(headOfSpan(leaves)).map(hex)).toEqual(reference.consistency1to8)
  })

  it("verify for a public log of 961 984 013 certificates", () => {
    const { size, root, index, leaf, path, earlier } = argon
    const head = fromBase64(root)
    const hash = leafHash(fromBase64(leaf))
    expect(isIncluded(size, head, index, hash, path.map(fromBase64))).toBe(true)
    expect(isIncluded(size, head, index + 2, hash, path.map(fromBase64))).toBe(false)
    const hashes = earlier.consistency.map(fromBase64)
    expect(isConsistent(earlier.size, fromBase64(earlier.root), size, head, hashes)).toBe(true)
    expect(isConsistent(earlier.size, head, size, head, hashes)).toBe(false)
    expect(isConsistent(earlier.size + 1, fromBase64(earlier.root), size, head, hashes)).toBe(false)
  })
})

describe("proofs", { tags: ["sweep"] }, () => {
  const sizes = fc.integer({ min: 1, max: 80 })

  it("are those of the naive definitions, for one leaf and for an earlier tree", () =>
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, a, b) => {
        const leaves = leavesOf(size)
        const [index, earlier] = [a % size, 1 + (b % size)]
        const opened = [{ from: index, to: index + 1 }]
        const ours = rangeProofSpans(size, opened).map(headOfSpan(leaves)).map(hex)
        expect(ours).toEqual(leftToRight(index, size, naive.path(index, leaves)).map(hex))
        const consistency = consistencySpans(earlier, size).map(headOfSpan(leaves))
        expect(consistency.map(hex)).toEqual(naive.proof(earlier, leaves).map(hex))
        const head = naive.head(leaves)
        const before = naive.head(leaves.slice(0, earlier))
        expect(isConsistent(earlier, before, size, head, consistency)).toBe(true)
      }),
      { numRuns: isExhaustive ? 200 : 40 },
    ))

  it("open two ranges at once, and fail with a changed leaf, hash, number of hashes or place", () =>
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), fc.nat(), (size, a, b, c) => {
        const leaves = leavesOf(size)
        const cuts = [a % size, b % size, c % size].toSorted((x, y) => x - y)
        const [from = 0, to = 0, next = 0] = cuts
        const opened = [
          { from, to: to + 1 },
          { from: Math.max(next, to + 1), to: size },
        ].filter((span) => span.from < span.to)
        const hashes = rangeProofSpans(size, opened).map(headOfSpan(leaves))
        const leaf = (index: number) => leafHash(leaves[index] ?? new Uint8Array())
        const head = hex(naive.head(leaves))
        const rootWith = (of: (index: number) => Hash, parts: readonly Hash[]) =>
          hex(rangeProofRoot(size, opened, of, parts))
        expect(rootWith(leaf, hashes)).toBe(head)
        expect(rootWith((index) => (index === from ? EMPTY_ROOT : leaf(index)), hashes)).not.toBe(head)
        expect(() => rootWith(leaf, [...hashes, EMPTY_ROOT])).toThrow("too long")
        if (hashes.length === 0) return
        expect(() => rootWith(leaf, hashes.slice(1))).toThrow("too short")
        expect(rootWith(leaf, hashes.with(0, EMPTY_ROOT))).not.toBe(head)
      }),
      { numRuns: isExhaustive ? 200 : 40 },
    ))

  it("refuse a consistency proof that is altered, cut off, too long or of another tree", () =>
    fc.assert(
      fc.property(sizes, fc.nat(), (size, b) => {
        const leaves = leavesOf(size)
        const earlier = 1 + (b % size)
        const [before, head] = [naive.head(leaves.slice(0, earlier)), naive.head(leaves)]
        const hashes = naive.proof(earlier, leaves)
        expect(isConsistent(earlier, before, size, head, [...hashes, head])).toBe(false)
        expect(isConsistent(earlier, EMPTY_ROOT, size, head, hashes)).toBe(false)
        expect(isConsistent(earlier, before, size, EMPTY_ROOT, hashes)).toBe(false)
        expect(isConsistent(size + 1, head, size, head, hashes)).toBe(false)
        if (hashes.length === 0) return
        expect(isConsistent(earlier, before, size, head, hashes.slice(1))).toBe(false)
        expect(isConsistent(earlier, before, size, head, hashes.with(0, EMPTY_ROOT))).toBe(false)
      }),
      { numRuns: isExhaustive ? 200 : 40 },
    ))

  it("of an empty earlier tree and of the same tree need no hashes", () => {
    const head = naive.head(leavesOf(5))
    expect(isConsistent(0, EMPTY_ROOT, 5, head, [])).toBe(true)
    expect(isConsistent(0, head, 5, head, [])).toBe(false)
    expect(isConsistent(5, head, 5, head, [])).toBe(true)
    expect(isConsistent(0, EMPTY_ROOT, 5, head, [head])).toBe(false)
    expect(isConsistent(0, EMPTY_ROOT, 0, head, [])).toBe(false)
    expect(isConsistent(1_000_000, head, 5, head, [])).toBe(false)
    expect(() => consistencySpans(6, 5)).toThrow(RangeError)
    expect(rangeProofSpans(0, [])).toEqual([])
  })

  it("compare hashes as a whole", () => {
    const head = naive.head(leavesOf(5))
    expect(isSameHash(head, head.slice())).toBe(true)
    for (const part of [new Uint8Array(), head.slice(0, 31)]) {
      expect(isSameHash(part, head)).toBe(false)
      expect(isSameHash(head, part)).toBe(false)
    }
  })
})

describe("a growing tree", () => {
  it("has the naive head after each leaf, and reports each complete subtree once", () => {
    const leaves = leavesOf(70)
    const completed: string[] = []
    let frontier: Frontier<Hash> = EMPTY_FRONTIER
    for (const [index, leaf] of leaves.entries()) {
      frontier = appendSubtree(frontier, 0, leafHash(leaf), nodeHash, (height, hash) => {
        const size = 2 ** height
        expect(hex(hash)).toBe(hex(naive.head(leaves.slice(index + 1 - size, index + 1))))
        completed.push(`${height}/${(index + 1) / size - 1}`)
      })
      expect(frontier.size).toBe(index + 1)
      expect(hex(frontierHead(frontier, nodeHash) ?? EMPTY_ROOT)).toBe(
        hex(naive.head(leaves.slice(0, index + 1))),
      )
    }
    expect(completed.filter((each) => each.startsWith("4/"))).toEqual(["4/0", "4/1", "4/2", "4/3"])
  })
})
