/**
 * npm run verify -- statement.csv [--key KEY]
 * npm run verify -- evidence.json [--key KEY]
 * npm run verify -- order.json [other.json …] [--key KEY] [--checkpoint FILE [--cosigned-by KEY]]
 *   [--witness FILE [--name NAME]] [--ticks ticks.json]
 *
 * `statement.csv` or `.json` is the file of a statement: whether it is whole and this market's.
 * `evidence.json` is the file of "something is wrong here": it is checked against what the device kept of
 * the contract, and against what was confirmed on it; `npm run replay` and the console open it too.
 * `order.json` is the file that the app saves, or the answer of GET api/order/detail ("-" reads standard
 * input). KEY is the market's verifier key (`npm run operator -- market key`) or a file that holds it;
 * without it the one in the saved file is taken, and the output says so. `--checkpoint` is one that is
 * trusted already: the log must not contradict it, and `--cosigned-by` the witness that must have cosigned
 * it. `--witness` cosigns the verified checkpoint with the key in this file, which is created if it is
 * missing. The other files are contracts of the same member, which limits of amounts count too.
 * `ticks.json` is for files of earlier releases: the answer of GET api/market/ticks from the entry tick to
 * one after the exit. Exit codes: 0 everything agrees, 1 something differs, 2 nothing could
 * be checked (unreadable file, contract still open). Needs no network and no server.
 */
import { existsSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { differsFromConfirmed, type Evidence, readEvidence } from "../../src/domain/evidence.ts"
import { isStatementFile } from "../../src/domain/statement-file.ts"
import { type Checkpoint, decodeKey } from "../../src/domain/tick-log/signed-note.ts"
import type { Refusal } from "../../src/domain/verify-settlement.ts"
import {
  compareOffline,
  publicKeyFor,
  type Recheck,
  type Report,
  readDetail,
  readTickList,
  verify,
} from "./verify.ts"
import { type StatementVerdict, verifyStatement } from "./verify-statement.ts"
import { cosignedAtMs, ofCheckpoints, witness } from "./witness.ts"

const questions: Readonly<Record<Recheck["check"], string>> = {
  "entry-chain": "The ticks around the entry carry the right hashes",
  "entry-tick": "The entry is the first tick after the order was accepted",
  "exit-chain": "The ticks around the exit carry the right hashes",
  "exit-tick": "The exit is the tick that the rules name",
  path: "No earlier tick should have ended the contract",
  result: "The amounts follow from entry and exit",
}

const reasons: Readonly<Record<Refusal, string>> = {
  missing: "The contract has no proof, although it should have one",
  stripped: "The contract was accepted with a signed receipt, and comes without",
  unreadable: "The proof is damaged or cut off",
  foreign: "The proof belongs to another market",
  key: "The checkpoint is not signed with the market's key",
  terms: "The terms differ from those that were signed at acceptance",
  anchor: "The checkpoint of the acceptance is missing, damaged or another one",
  fork: "The log does not extend the checkpoint of the acceptance",
  rollback: "The log does not extend the one that was seen before",
  ticks: "Ticks of the proof are not in the log",
  tiles: "A published part of the log is not what its checkpoint says",
  summaries: "Price summaries of the proof are not in the log",
  range: "The proof leaves out ticks that decide the contract",
  entry: "The entry is not the first tick after the order was accepted",
  slippage: "The entry is beyond the tolerance: it should have been cancelled",
  cancellation: "It was not cancelled as the rules require",
  period: "The expiry does not follow from the period",
  "earlier-end": "An earlier tick should have ended the contract",
  exit: "The exit is not the tick that the rules name",
  limit: "It was accepted past a limit of the member's own, which the market had signed",
  level: "It was settled by another stop-loss or take-profit than the one in force",
  "amendment-forged": "A change of its levels is not the one that the market signed",
  "amendment-dropped": "A change of its levels is missing",
  "amendment-order": "The changes of its levels are in the wrong order",
  "amendment-time": "A change of its levels is dated before its acceptance",
  amounts: "The amounts do not follow from entry and exit",
}

const standardInput = 0

const read = (path: string): string => readFileSync(path === "-" ? standardInput : path, "utf8")

/** The key in an option: the text itself, or what the file of that name holds. */
const keyIn = (option: string): string => (existsSync(option) ? readFileSync(option, "utf8") : option).trim()

const comparison = (published: string | null, recomputed: string | null): string =>
  published === null ? "" : `  published ${published}, recomputed ${recomputed ?? "nothing"}`

const lineOf = ({ check, holds, published, recomputed }: Recheck): string =>
  `${holds ? "agrees " : "DIFFERS"}  ${questions[check]}.${comparison(published, recomputed)}`

const sentenceOf = ({ verdict, agrees, order }: Report): string => {
  switch (verdict.kind) {
    case "verified":
      return `The settlement is verified by the checkpoint of ${verdict.checkpoint.size} ticks: ${
        verdict.isAnchored ? "the log extends that of the acceptance" : "the order carries no checkpoint"
      }, no earlier tick should have ended it, and every amount agrees. Where the prices come from is not proved.`
    case "refused":
      return `REFUSED (${verdict.reason})  ${reasons[verdict.reason]}.${comparison(verdict.published, verdict.recomputed)}`
    case "old-form":
      return `Old form: only the ticks around entry and exit of ${order.id} are in this file, and nothing anchors them. ${
        agrees ? "They agree with the settlement" : "The published settlement DIFFERS from the recomputed one"
      }.`
    case "pending":
      return "No checkpoint covers the end of this contract yet: save it again in a few seconds."
    case "running":
      return "This contract still runs: there is nothing to recompute yet."
  }
}

const continuityText = ({ continuity }: Report): string | null => {
  if (continuity === "continues") return "Its log is that of the checkpoint you gave."
  if (continuity === "unknown")
    return "Whether its log is that of the checkpoint you gave is not shown by this file: npm run audit shows it."
  return null
}

const show = (report: Report): void => {
  const { id, symbol, direction, stake, leverage } = report.order
  console.log(`Contract ${id}: ${symbol}, ${direction}, ₦${stake} at ${leverage}:1`)
  for (const finding of report.findings) console.log(lineOf(finding))
  console.log(sentenceOf(report))
  const continuity = continuityText(report)
  if (continuity !== null) console.log(continuity)
}

/** Whether the witness with this key cosigned the checkpoint. Prints the result. */
const isCosigned = async (checkpoint: string, witnessKey: string): Promise<boolean> => {
  const key = decodeKey(keyIn(witnessKey))
  if (key === null) throw new Error("The key of the witness is damaged.")
  const atMs = await cosignedAtMs(checkpoint, key)
  console.log(
    atMs === null
      ? `REFUSED  The checkpoint is not cosigned by ${key.name}.`
      : `The checkpoint was cosigned by ${key.name} at ${new Date(atMs).toISOString()}.`,
  )
  return atMs !== null
}

/** Cosigns the checkpoint of a verified contract. False where the witness has cosigned another log. */
const cosign = async (path: string, name: string, { order, verdict }: Report, publicKey: Uint8Array) => {
  if (verdict.kind !== "verified") return true
  const { symbol } = order
  const compare = (checkpoint: Checkpoint, seen: Checkpoint) =>
    compareOffline(order, checkpoint, seen, publicKey)
  const found = await witness({
    path,
    name,
    ...{ note: verdict.note, nowMs: Date.now(), compare },
    ...ofCheckpoints(symbol, publicKey),
  })
  if (found.kind === "cosigned") console.log(`Cosigned by ${found.witnessKey}\n${found.note}`)
  else console.log(`Not cosigned: ${notCosigned[found.kind]} (${found.seen.size} ticks).`)
  return found.kind !== "contradicts"
}

const notCosigned = {
  contradicts: "the witness has cosigned another log",
  smaller: "the witness has cosigned a larger checkpoint",
  unknown: "this proof does not show that the log extends the one cosigned before, npm run audit does",
} as const

const statementReasons = {
  unreadable: "It is cut off or damaged",
  changed: "It was changed after it was signed",
  key: "It is not signed with the market's key",
  sum: "Its amounts do not add up",
} as const

const showStatement = (verdict: StatementVerdict, key: string | null): number => {
  if (verdict.kind === "refused") {
    console.log(`REFUSED (${verdict.reason})  ${statementReasons[verdict.reason]}.`)
    return 1
  }
  const { head, lines, closing, signature } = verdict.statement
  console.log(`Statement of ${head.account} from ${head.from} to ${head.until}: ${lines.length} changes`)
  if (head.filter !== undefined) console.log(`It holds a part alone, chosen by ${head.filter}.`)
  console.log(
    `It is whole and signed: opening ${head.opening}, closing ${closing}, and every balance adds up.`,
  )
  console.log(`Posting chain: ${signature.before || "nothing"} to ${signature.after || "nothing"}.`)
  if (key === null)
    console.log(`The key is the one in the file, compare it with the market's: ${signature.key}`)
  return 0
}

/** Says what the device kept, and whether the contract agrees with what was confirmed there. */
const showEvidence = (evidence: Evidence): boolean => {
  const { seen, confirmed, madeAtMs, app } = evidence
  const receipt = seen.acceptedTerms === null ? "no receipt" : "the receipt"
  console.log(
    `The device kept ${receipt} and ${seen.amendmentTerms.length} changes of levels. ` +
      `The file was made at ${new Date(madeAtMs).toISOString()} by ${app.version} (${app.build}).`,
  )
  const differs = differsFromConfirmed(evidence)
  if (differs.length > 0) console.log(`DIFFERS from what was confirmed: ${differs.join(", ")}.`)
  else if (confirmed.length > 0) console.log("It agrees with what was confirmed on the device.")
  else console.log("Nothing of it was confirmed on the device.")
  return differs.length === 0
}

const readOptions = () =>
  parseArgs({
    options: {
      ticks: { type: "string" },
      key: { type: "string" },
      checkpoint: { type: "string" },
      "cosigned-by": { type: "string" },
      witness: { type: "string" },
      name: { type: "string", default: "witness" },
    },
    allowPositionals: true,
  })

const main = async (): Promise<number> => {
  const { values, positionals } = readOptions()
  const [path, ...otherPaths] = positionals
  if (path === undefined)
    throw new Error("Name the file with the answer of api/order/detail, or - for standard input.")
  const ticks = values.ticks === undefined ? null : readTickList(read(values.ticks))
  const key = values.key === undefined ? null : keyIn(values.key)
  const text = read(path)
  if (isStatementFile(text)) return showStatement(await verifyStatement(text, key), key)
  const evidence = readEvidence(text)
  const detail = evidence?.contract ?? readDetail(text)
  const others = otherPaths.map((other) => readDetail(read(other)))
  const checkpoint = values.checkpoint === undefined ? null : read(values.checkpoint)
  const marketKey = key ?? evidence?.seen.marketKey ?? null
  const report = await verify(detail, ticks, {
    marketKey,
    checkpoint,
    others,
    ...(evidence && { seen: evidence.seen }),
  })
  show(report)
  const isAsConfirmed = evidence === null || showEvidence(evidence)
  if (key === null && report.verdict.kind === "verified")
    console.log(`The key is the one in the file, compare it with the market's: ${detail.marketKey}`)
  const cosigner = values["cosigned-by"]
  if (cosigner !== undefined && !(await isCosigned(checkpoint ?? "", cosigner))) return 1
  const publicKey = publicKeyFor(detail, key)
  if (values.witness !== undefined && publicKey !== null)
    if (!(await cosign(values.witness, values.name, report, publicKey))) return 1
  if (report.verdict.kind === "running" || report.verdict.kind === "pending") return 2
  return report.agrees && isAsConfirmed ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (thrown) {
  console.error(`Nothing was checked: ${thrown instanceof Error ? thrown.message : thrown}`)
  process.exitCode = 2
}
