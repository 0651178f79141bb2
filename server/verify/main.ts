/**
 * npm run verify -- order.json [--ticks ticks.json]
 *
 * `order.json` is the answer of GET api/order/detail ("-" reads standard input); `ticks.json` is
 * the answer of GET api/market/ticks from the entry tick to one after the exit. Exit codes: 0
 * everything agrees, 1 something differs, 2 nothing could be checked (unreadable file, contract
 * still open). Needs no network and no server.
 */
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type Recheck, type Report, readDetail, readTickList, verify } from "./verify.ts"

const questions: Readonly<Record<Recheck["check"], string>> = {
  "entry-chain": "The ticks around the entry carry the right hashes",
  "entry-tick": "The entry is the first tick after the order was accepted",
  "exit-chain": "The ticks around the exit carry the right hashes",
  "exit-tick": "The exit is the tick that the rules name",
  path: "No earlier tick should have ended the contract",
  result: "The amounts follow from entry and exit",
}

const standardInput = 0

const read = (path: string): string => readFileSync(path === "-" ? standardInput : path, "utf8")

const lineOf = ({ check, holds, published, recomputed }: Recheck): string => {
  const figures = published === null ? "" : `  published ${published}, recomputed ${recomputed ?? "nothing"}`
  return `${holds ? "agrees " : "DIFFERS"}  ${questions[check]}.${figures}`
}

const show = ({ order, findings, verdict }: Report): void => {
  console.log(
    `Contract ${order.id}: ${order.symbol}, ${order.direction}, ₦${order.stake} at ${order.leverage}:1`,
  )
  for (const finding of findings) console.log(lineOf(finding))
  const sentences = {
    agrees: "The published settlement agrees with the recomputed one.",
    differs: "The published settlement DIFFERS from the recomputed one.",
    running: "This contract still runs: there is nothing to recompute yet.",
  }
  console.log(sentences[verdict])
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    options: { ticks: { type: "string" } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined)
    throw new Error("Name the file with the answer of api/order/detail, or - for standard input.")
  const ticks = values.ticks === undefined ? null : readTickList(read(values.ticks))
  const report = await verify(readDetail(read(path)), ticks)
  show(report)
  return { agrees: 0, differs: 1, running: 2 }[report.verdict]
}

try {
  process.exitCode = await main()
} catch (thrown) {
  console.error(`Nothing was checked: ${thrown instanceof Error ? thrown.message : thrown}`)
  process.exitCode = 2
}
