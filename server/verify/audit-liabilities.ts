/** Audits what a market owes its members: every note with its chain, and the leaves of the last day. */
import {
  decodeSumNode,
  encodeSumNode,
  LIABILITY_ORIGIN,
  type LiabilityNote,
  leafNode,
  noteHash,
  openLiability,
  SUM_NODE_BYTES,
  type SumNode,
  sumOf,
} from "../../src/domain/liability.ts"
import { amountOf } from "../../src/domain/money.ts"
import type { Continuity } from "../../src/domain/tick-log/log-tiles.ts"
import { type Hash, isSameHash, ProofMismatch } from "../../src/domain/tick-log/merkle.ts"
import { decodeNote } from "../../src/domain/tick-log/signed-note.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import { LogDiffers } from "./audit.ts"
import { type Witnessed, witness } from "./witness.ts"

/** Reads a file below `/log/liabilities`. */
export type ReadLiabilityFile = (name: string) => Promise<Uint8Array>

interface Sealed {
  readonly text: string
  readonly note: LiabilityNote
  readonly hash: Hash
}

const hashOf = (text: string): Hash => noteHash(decodeNote(text)?.text ?? "")
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The notes of all days, each of which names the one before. */
const readChain = async (publicKey: Uint8Array, read: ReadLiabilityFile): Promise<readonly Sealed[]> => {
  const days = textOf(await read("days"))
    .split("\n")
    .filter((line) => line !== "")
  const chain: Sealed[] = []
  for (const day of days) {
    const text = textOf(await read(day))
    const note = await openLiability(text, publicKey)
    if (note?.day !== day) throw new LogDiffers(`the note of ${day} is not signed with the market's key`)
    const before = chain.at(-1)
    const { previous } = note
    const follows =
      before === undefined ? previous === null : previous !== null && isSameHash(previous, before.hash)
    if (!follows) throw new LogDiffers(`the note of ${day} does not follow the one before`)
    if (before !== undefined && before.note.day >= day)
      throw new LogDiffers(`${day} is not later than the day before`)
    chain.push({ text, note, hash: hashOf(text) })
  }
  return chain
}

/** The head over the published leaves, whose names stand in order and are different. */
const recompute = async ({ day, size }: LiabilityNote, read: ReadLiabilityFile): Promise<SumNode> => {
  const tiles: SumNode[] = []
  let last = ""
  for (let from = 0; from < size; from += TILE_WIDTH) {
    const bytes = await read(`${day}/tile/${from / TILE_WIDTH}`)
    const width = Math.min(TILE_WIDTH, size - from)
    if (bytes.length !== width * SUM_NODE_BYTES)
      throw new LogDiffers(`leaf ${from} and what follows are not published`)
    const leaves = Array.from({ length: width }, (_, index) =>
      bytes.slice(index * SUM_NODE_BYTES, (index + 1) * SUM_NODE_BYTES),
    )
    for (const leaf of leaves) {
      const name = Buffer.from(decodeSumNode(leaf).hash).toString("hex")
      if (name <= last) throw new LogDiffers("a leaf is not in the order of the names")
      last = name
    }
    tiles.push(sumOf(leaves.map(leafNode)))
  }
  return sumOf(tiles)
}

/** How a note relates to one that was cosigned before: the chain leads back to it. */
const compareIn =
  (chain: readonly Sealed[]) =>
  (_: LiabilityNote, seen: LiabilityNote): Promise<Continuity> => {
    const same = chain.find(({ note }) => note.day === seen.day)
    const isSame = same !== undefined && isSameHash(encodeSumNode(same.note), encodeSumNode(seen))
    return Promise.resolve(isSame ? "continues" : "contradicts")
  }

interface Auditing {
  readonly publicKey: Uint8Array
  readonly read: ReadLiabilityFile
  readonly log: (line: string) => void
  /** The file of a witness that cosigns the last note, and its name. */
  readonly witness: { readonly path: string; readonly name: string } | null
}

const cosignLast = async (
  chain: readonly Sealed[],
  { text }: Sealed,
  { publicKey, log }: Auditing,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<boolean> => {
  const found: Witnessed<LiabilityNote> = await witness<LiabilityNote>({
    ...{ path, name, note: text, nowMs: Date.now() },
    origin: LIABILITY_ORIGIN,
    open: (note) => openLiability(note, publicKey),
    isSmaller: (note, seen) => note.day < seen.day,
    compare: compareIn(chain),
  })
  if (found.kind === "cosigned") {
    log(`liabilities: cosigned by ${found.witnessKey}\n${found.note}`)
    return true
  }
  log(`liabilities: DIFFERS  the witness has cosigned another note of ${found.seen.day}.`)
  return false
}

/** Prints what was found. False where something differs. */
export const auditLiabilities = async (auditing: Auditing): Promise<boolean> => {
  const { publicKey, read, log } = auditing
  try {
    const chain = await readChain(publicKey, read)
    const last = chain.at(-1)
    if (last === undefined) {
      log("liabilities: no day was sealed yet.")
      return true
    }
    const { day, size, figures, reserves } = last.note
    const head = await recompute(last.note, read)
    if (!isSameHash(encodeSumNode(head), encodeSumNode(last.note)))
      throw new LogDiffers(`its ${size} leaves do not have the signed head and sums`)
    const owed = figures.available + figures.withdrawals + figures.value
    const stated =
      reserves === null ? "states no reserves" : `states reserves of ${amountOf(reserves.amount)}`
    log(
      `liabilities: agrees  ${day}, ${size} members, ${chain.length} days in a chain. It owes ${amountOf(owed)}: ` +
        `balances ${amountOf(figures.available)}, withdrawals ${amountOf(figures.withdrawals)}, contracts ` +
        `${amountOf(figures.value)} (stakes ${amountOf(figures.stakes)}; ${amountOf(figures.fallen)} at -20 %, ` +
        `${amountOf(figures.risen)} at +20 %). The market ${stated}; money is simulated.`,
    )
    return auditing.witness === null || (await cosignLast(chain, last, auditing, auditing.witness))
  } catch (thrown) {
    if (!(thrown instanceof LogDiffers || thrown instanceof ProofMismatch)) throw thrown
    log(`liabilities: DIFFERS  ${thrown.message}.`)
    return false
  }
}
