/**
 * The hash tree of a transparency log (RFC 6962, section 2.1): heads, and proofs that a range of
 * leaves is in a tree and that a tree extends an earlier one. Pure; the writer of the log, the app and
 * the offline verifier run the same functions.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes } from "@noble/hashes/utils.js"

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array

/** The length of a hash in bytes. */
export const HASH_BYTES = 32

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = (data: Uint8Array): Hash => sha256(concatBytes(LEAF, data))
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(NODE, left, right))
/** The head of a tree without leaves. */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array())

export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Leaves `from` up to and without `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The two subtrees of a tree of at least two leaves. The first has the largest power of two below its
 * size.
 */
export const halvesOf = ({ from, to }: Span): readonly [Span, Span] => {
  let half = 1
  while (half * 2 < to - from) half *= 2
  const middle = from + half
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

/** How the leaves and closed subtrees of a tree become its head. */
export interface Fold<Node> {
  /** `some`: the subtree is divided further. */
  readonly opens: (span: Span) => "none" | "some"
  readonly leaf: (index: number) => Node
  readonly closed: (span: Span) => Node
  readonly join: (left: Node, right: Node) => Node
}

/** Folds a subtree from left to right. A leaf that opens is requested with `leaf`. */
export const foldTree = <Node>(span: Span, fold: Fold<Node>): Node => {
  if (fold.opens(span) === "none") return fold.closed(span)
  if (span.to - span.from === 1) return fold.leaf(span.from)
  const [left, right] = halvesOf(span)
  const head = foldTree(left, fold)
  return fold.join(head, foldTree(right, fold))
}

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** The subtrees, in order, whose hashes prove that the opened leaves are in a tree of this size. */
export const rangeProofSpans = (size: number, opened: readonly Span[]): readonly Span[] => {
  const spans: Span[] = []
  if (size === 0) return spans
  foldTree<null>(
    { from: 0, to: size },
    {
      opens: (span) => (opened.some((each) => overlaps(each, span)) ? "some" : "none"),
      leaf: () => null,
      closed: (span) => {
        spans.push(span)
        return null
      },
      join: () => null,
    },
  )
  return spans
}

/** A proof that does not fit the tree: too short, too long, or of another tree. */
export class ProofMismatch extends Error {}

/** Hands out the parts of a proof in order. Throws `ProofMismatch` when they run out. */
export const takeEach = <Part>(parts: readonly Part[]) => {
  let taken = 0
  return {
    next: (): Part => {
      const part = parts[taken]
      if (part === undefined) throw new ProofMismatch("the proof is too short")
      taken += 1
      return part
    },
    isUsedUp: (): boolean => taken === parts.length,
  }
}

/**
 * The head of a tree of `size` leaves, from the opened leaves and the hashes of `rangeProofSpans`.
 * Throws `ProofMismatch` when there are too few hashes or too many.
 */
export const rangeProofRoot = (
  size: number,
  opened: readonly Span[],
  leaf: (index: number) => Hash,
  hashes: readonly Hash[],
): Hash => {
  const rest = takeEach(hashes)
  const root = foldTree<Hash>(
    { from: 0, to: size },
    {
      opens: (span) => (opened.some((each) => overlaps(each, span)) ? "some" : "none"),
      leaf,
      closed: rest.next,
      join: nodeHash,
    },
  )
  if (!rest.isUsedUp()) throw new ProofMismatch("the proof is too long")
  return root
}

/**
 * The subtrees, in order, whose hashes prove that a tree of `size` extends its first `earlier` leaves.
 * Throws RangeError for an earlier tree that is larger.
 */
export const consistencySpans = (earlier: number, size: number): readonly Span[] => {
  if (earlier > size) throw new RangeError("the earlier tree is larger")
  return earlier === 0 || earlier === size ? [] : consistencyOf(earlier, { from: 0, to: size }, true)
}

const consistencyOf = (earlier: number, span: Span, isWhole: boolean): readonly Span[] => {
  if (earlier === span.to) return isWhole ? [] : [span]
  const [left, right] = halvesOf(span)
  return earlier <= left.to
    ? [...consistencyOf(earlier, left, isWhole), right]
    : [...consistencyOf(earlier, right, false), left]
}

interface Heads {
  readonly earlier: Hash
  readonly later: Hash
}

/**
 * Whether a tree of `size` with head `root` extends the tree of `earlier` leaves with head
 * `earlierRoot`. `hashes` are those of `consistencySpans`.
 */
export const isConsistent = (
  earlier: number,
  earlierRoot: Hash,
  size: number,
  root: Hash,
  hashes: readonly Hash[],
): boolean => {
  if (earlier > size) return false
  if (earlier === size) return hashes.length === 0 && isSameHash(earlierRoot, root)
  if (earlier === 0) return hashes.length === 0 && isSameHash(earlierRoot, EMPTY_ROOT)
  const rest = takeEach(hashes)
  const headsOf = (span: Span, isWhole: boolean): Heads => {
    if (earlier === span.to) {
      const head = isWhole ? earlierRoot : rest.next()
      return { earlier: head, later: head }
    }
    const [left, right] = halvesOf(span)
    if (earlier <= left.to) {
      const heads = headsOf(left, isWhole)
      return { earlier: heads.earlier, later: nodeHash(heads.later, rest.next()) }
    }
    const heads = headsOf(right, false)
    const before = rest.next()
    return { earlier: nodeHash(before, heads.earlier), later: nodeHash(before, heads.later) }
  }
  try {
    const heads = headsOf({ from: 0, to: size }, true)
    return rest.isUsedUp() && isSameHash(heads.earlier, earlierRoot) && isSameHash(heads.later, root)
  } catch (thrown) {
    if (thrown instanceof ProofMismatch) return false
    throw thrown
  }
}

/** The complete subtrees at the right edge of a growing tree, largest first. */
export interface Frontier<Node> {
  readonly size: number
  readonly subtrees: readonly { readonly height: number; readonly node: Node }[]
}

export const EMPTY_FRONTIER: Frontier<never> = { size: 0, subtrees: [] }

/**
 * Appends a complete subtree of 2^height leaves. `completed` is called for each larger subtree that
 * this completes.
 */
export const appendSubtree = <Node>(
  frontier: Frontier<Node>,
  height: number,
  node: Node,
  join: (left: Node, right: Node) => Node,
  completed: (height: number, node: Node) => void = () => {},
): Frontier<Node> => {
  const subtrees = [...frontier.subtrees]
  let last = { height, node }
  for (let before = subtrees.at(-1); before?.height === last.height; before = subtrees.at(-1)) {
    subtrees.pop()
    last = { height: last.height + 1, node: join(before.node, last.node) }
    completed(last.height, last.node)
  }
  return { size: frontier.size + 2 ** height, subtrees: [...subtrees, last] }
}

/** The head of the tree so far. Null without leaves. */
export const frontierHead = <Node>(
  { subtrees }: Frontier<Node>,
  join: (left: Node, right: Node) => Node,
): Node | null => {
  const nodes = subtrees.map((each) => each.node)
  const last = nodes.at(-1)
  return last === undefined ? null : nodes.slice(0, -1).reduceRight((right, left) => join(left, right), last)
}
