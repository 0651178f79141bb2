import { existsSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { openCheckpoint, openNote, readMarketKey } from "../../src/domain/check-settlement.ts"
import { readExecution } from "../../src/domain/execution.ts"
import { continuityOf, type ReadLogFile } from "../../src/domain/tick-log/log-tiles.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import { auditLog, executionProblem, LogDiffers } from "./audit.ts"
import { auditLiabilities } from "./audit-liabilities.ts"
import { ofCheckpoints, openCosigned, witness } from "./witness.ts"

/** Where the command prints. */
interface Output {
  readonly log: (line: string) => void
}

const TIMEOUT_MS = 30_000
const TRIES = 3

const download = async (url: string): Promise<Uint8Array> => {
  for (let tried = 1; ; tried += 1) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      throw new Error(`${url} answered ${response.status}`)
    } catch (thrown) {
      if (tried === TRIES) throw thrown
    }
  }
}

const downloadText = async (url: string): Promise<string> => new TextDecoder().decode(await download(url))

const readOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      symbol: { type: "string" },
      key: { type: "string" },
      seen: { type: "string" },
      witness: { type: "string" },
      name: { type: "string", default: "witness" },
    },
    allowPositionals: true,
  })

type Options = ReturnType<typeof readOptions>["values"]

const publicKeyOf = async (
  base: string,
  option: string | undefined,
  { log }: Output,
): Promise<Uint8Array> => {
  const given = option !== undefined && existsSync(option) ? readFileSync(option, "utf8") : option
  const text = (given ?? (await downloadText(`${base}/key`))).trim()
  if (given === undefined) log(`The site names this key, compare it with the market's: ${text}`)
  const publicKey = readMarketKey(text)
  if (publicKey === null) throw new Error("The key is damaged, or no key of a market.")
  return publicKey
}

/** The published logs of a market. */
interface Logs extends Output {
  /** The address under which each log has its folder. */
  readonly base: string
  readonly publicKey: Uint8Array
  readonly symbols: readonly string[]
}

/** Recomputes the figures of each month from its leaves. False where one differs. */
const auditExecution = async ({ base, publicKey, log }: Logs): Promise<boolean> => {
  let holds = true
  const months = (await downloadText(`${base}/execution/months`)).split("\n").filter((line) => line !== "")
  for (const month of months) {
    const note = await downloadText(`${base}/execution/${month}`)
    const figures = readExecution((await openNote(note, publicKey)) ?? "")
    const problem =
      figures?.month === month
        ? await executionProblem(figures, (tile) => downloadText(`${base}/execution/${month}/${tile}`))
        : "its figures are not signed with the market's key"
    if (problem === null) log(`execution ${month}: agrees  ${figures?.size} leaves give every figure.`)
    else log(`execution ${month}: DIFFERS  ${problem}.`)
    holds = problem === null && holds
  }
  return holds
}

/** The checkpoint of `--seen` and the log that it is of. Throws if it is of none of these logs. */
const seenOf = async ({ symbols, publicKey }: Logs, path: string): Promise<Checkpoint> => {
  const note = readFileSync(path, "utf8")
  for (const symbol of symbols) {
    const seen = await openCosigned(note, symbol, publicKey)
    if (seen !== null) return seen
  }
  throw new Error("The checkpoint of --seen is damaged, or of none of these logs.")
}

/** Audits one log, which must extend what was seen of it. False where it differs. */
const audit = async (
  { base, publicKey, log }: Logs,
  symbol: string,
  seen: Checkpoint | null,
  options: Options,
): Promise<boolean> => {
  const address = `${base}/${encodeURIComponent(symbol)}`
  const read: ReadLogFile = (path) => download(`${address}/${path}`)
  const note = await downloadText(`${address}/checkpoint`)
  const checkpoint = await openCheckpoint(note, symbol, publicKey)
  if (checkpoint === null) {
    log(`${symbol}: DIFFERS  its checkpoint is not signed with the market's key.`)
    return false
  }
  try {
    await auditLog(checkpoint, seen === null ? [] : [seen], read)
  } catch (thrown) {
    if (!(thrown instanceof LogDiffers)) throw thrown
    log(`${symbol}: DIFFERS  ${thrown.message}.`)
    return false
  }
  const extended = seen === null ? "" : ` It extends the ${seen.size} ticks seen before.`
  log(`${symbol}: agrees  ${checkpoint.size} ticks, every tile and every price summary.${extended}`)
  if (options.witness === undefined) {
    log(note)
    return true
  }
  return cosign(options.witness, { note, checkpoint, publicKey, read, name: options.name, log })
}

interface Audited extends Output {
  readonly note: string
  readonly checkpoint: Checkpoint
  readonly publicKey: Uint8Array
  readonly read: ReadLogFile
  readonly name: string
}

/** Cosigns an audited checkpoint. False where the witness has cosigned another log. */
const cosign = async (
  path: string,
  { note, checkpoint, publicKey, read, name, log }: Audited,
): Promise<boolean> => {
  const { symbol } = checkpoint
  const compare = (audited: Checkpoint, seen: Checkpoint) => continuityOf(audited, [seen], read)
  const found = await witness({
    ...{ path, name, note, nowMs: Date.now(), compare },
    ...ofCheckpoints(symbol, publicKey),
  })
  if (found.kind === "cosigned") {
    log(`${symbol}: cosigned by ${found.witnessKey}\n${found.note}`)
    return true
  }
  if (found.kind === "unknown") throw new Error("The log could not be compared with the one cosigned before.")
  const what = found.kind === "smaller" ? "a larger" : "another"
  log(`${symbol}: DIFFERS  the witness has cosigned ${what} log of ${found.seen.size} ticks.`)
  return false
}

const auditSite = async (args: readonly string[], { log }: Output): Promise<number> => {
  const { values, positionals } = readOptions(args)
  const [site] = positionals
  if (site === undefined) throw new Error("Name the address of the site.")
  const base = `${new URL(site).href.replace(/\/+$/u, "")}/log`
  const publicKey = await publicKeyOf(base, values.key, { log })
  const listed = (await downloadText(`${base}/symbols`)).split("\n").filter((line) => line !== "")
  const symbols = values.symbol === undefined ? listed.map(decodeURIComponent) : [values.symbol]
  if (symbols.length === 0) throw new Error("The market publishes no log.")
  const logs: Logs = { base, publicKey, symbols, log }
  const seen = values.seen === undefined ? null : await seenOf(logs, values.seen)
  let holds = true
  for (const symbol of symbols)
    holds = (await audit(logs, symbol, seen?.symbol === symbol ? seen : null, values)) && holds
  if (values.symbol === undefined) {
    holds = (await auditExecution(logs)) && holds
    const read = (name: string) => download(`${base}/liabilities/${name}`)
    const file = values.witness === undefined ? null : { path: values.witness, name: values.name }
    holds = (await auditLiabilities({ publicKey, read, log, witness: file })) && holds
  }
  return holds ? 0 : 1
}

/** Runs the command and returns its exit code; audit-main.ts says what it takes and prints. */
export const auditCommand = async (
  args: readonly string[],
  output: Output & { readonly error: (line: string) => void },
): Promise<number> => {
  try {
    return await auditSite(args, output)
  } catch (thrown) {
    output.error(`Nothing was audited: ${thrown instanceof Error ? thrown.message : thrown}`)
    return 2
  }
}
