/**
 * npm run verify -- order.json [--key KEY] [--ticks ticks.json]
 *
 * `order.json` is the file that the app saves, or the answer of GET api/order/detail ("-" reads standard
 * input). KEY is the market's verifier key (`npm run operator -- market key`); without it the one in the file is taken. `ticks.json`
 * is for files of earlier releases: the answer of GET api/market/ticks from the entry tick to one after
 * the exit. Exit codes: 0 everything agrees, 1 something differs, 2 nothing could be checked (unreadable
 * file, contract still open). Needs no network and no server.
 */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { Refusal } from "../../src/domain/verify-settlement.ts"
import { type Recheck, type Report, readDetail, readTickList, verify } from "./verify.ts"

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
  unreadable: "The proof is damaged or cut off",
  foreign: "The proof belongs to another market",
  key: "The checkpoint is not signed with the market's key",
  terms: "The terms differ from those that were signed at acceptance",
  anchor: "The checkpoint of the acceptance is missing or damaged",
  fork: "The log does not extend the checkpoint of the acceptance",
  rollback: "The log does not extend the one that was seen before",
  ticks: "Ticks of the proof are not in the log",
  summaries: "Price summaries of the proof are not in the log",
  range: "The proof leaves out ticks that decide the contract",
  entry: "The entry is not the first tick after the order was accepted",
  slippage: "The entry is beyond the tolerance: it should have been cancelled",
  cancellation: "It was not cancelled as the rules require",
  period: "The expiry does not follow from the period",
  "earlier-end": "An earlier tick should have ended the contract",
  exit: "The exit is not the tick that the rules name",
  amounts: "The amounts do not follow from entry and exit",
}

const standardInput = 0

const read = (path: string): string => readFileSync(path === "-" ? standardInput : path, "utf8")

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

const show = (report: Report): void => {
  const { id, symbol, direction, stake, leverage } = report.order
  console.log(`Contract ${id}: ${symbol}, ${direction}, ₦${stake} at ${leverage}:1`)
  for (const finding of report.findings) console.log(lineOf(finding))
  console.log(sentenceOf(report))
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    options: { ticks: { type: "string" }, key: { type: "string" } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined)
    throw new Error("Name the file with the answer of api/order/detail, or - for standard input.")
  const ticks = values.ticks === undefined ? null : readTickList(read(values.ticks))
  const report = await verify(readDetail(read(path)), ticks, values.key ?? null)
  show(report)
  if (report.verdict.kind === "running" || report.verdict.kind === "pending") return 2
  return report.agrees ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (thrown) {
  console.error(`Nothing was checked: ${thrown instanceof Error ? thrown.message : thrown}`)
  process.exitCode = 2
}
