/** Sends the file of a statement page by page, so that it holds neither memory nor the database. */
import { createHash } from "node:crypto"
import { Clock, type Context, Effect, Exit } from "effect"
import { statementFilePath } from "../../src/contract/record-endpoints.ts"
import type { AccountChange } from "../../src/domain/cash.ts"
import { CURRENCY, type Locale } from "../../src/domain/limits.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { type RecordFilter, readFilter } from "../../src/domain/record-filter.ts"
import { STATEMENT_TIME_ZONE } from "../../src/domain/statement.ts"
import {
  type StatementColumns,
  type StatementFormat,
  statementFile,
  statementLine,
} from "../../src/domain/statement-file.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { textIn } from "../core/texts.ts"
import type { Db } from "../db/db.ts"
import { CurrentLane } from "../db/lanes.ts"
import { makeFairPool } from "../fair-pool.ts"
import { Market } from "../market/market.ts"
import type { MarketKey } from "../market/market-key.ts"
import type { Sessions } from "../members/sessions.ts"
import { type After, openStatement, readSpan, readStatementChanges } from "../payments/statement.ts"
import { type HttpExchange, localeOf, logged, refusalOf, requireSession, sendRefusal } from "./api.ts"
import { hostOf } from "./rate-limiter.ts"
import { cutStalledReader } from "./slow-sender.ts"

/** Changes that are read at once. */
const PAGE_ROWS = 500
const types = { csv: "text/csv; charset=utf-8", json: "application/json" } as const
/** Files that are sent at once: of all members, of one. */
export const STATEMENT_LIMITS = {
  atOnce: 4,
  atOnceOfOne: 1,
  atOnceOfHost: 2,
  waitingMax: 50,
  waitingMaxOfOne: 2,
}

const columnsIn = (locale: Locale): StatementColumns => {
  const named = (name: keyof StatementColumns) => textIn(locale, `statement.column.${name}`) ?? name
  return {
    ...{ time: named("time"), code: named("code"), kind: named("kind"), text: named("text") },
    ...{ reference: named("reference"), debit: named("debit"), credit: named("credit") },
    balance: named("balance"),
  }
}

const iso = (atMs: number): string => new Date(atMs).toISOString()

const isFormat = (text: string): text is StatementFormat => text in types

interface StatementRequest {
  readonly from: string
  readonly to: string
  readonly format: StatementFormat
  /** Chooses among the changes of the period. */
  readonly filter?: RecordFilter
}

/** Writes the chunks of the file in their order. The last is the signature over all before it. */
export const writeStatement = Effect.fn("writeStatement")(function* <E, R>(
  request: StatementRequest,
  call: Call,
  key: Pick<MarketKey["Service"], "publicText" | "signStatement">,
  write: (chunk: string) => Effect.Effect<void, E, R>,
) {
  const span = yield* readSpan(request, call)
  const filter = { ...request.filter }
  const opened = yield* openStatement(span, filter, call)
  const filterText = Object.entries(filter)
    .map(([field, value]) => `${field}=${value}`)
    .join("; ")
  // what is chosen adds up to its own sum
  const opening = filterText === "" ? opened.opening : 0n
  const file = statementFile[request.format]
  const hash = createHash("sha256")
  const send = (chunk: string) =>
    Effect.suspend(() => {
      hash.update(chunk)
      return write(chunk)
    })
  const note = textIn(call.locale, "ui.simulated") ?? ""
  const [from, until] = [iso(span.fromMs), iso(span.untilMs)]
  const { isProvisional } = span
  const about = { account: opened.username, from, until, timeZone: STATEMENT_TIME_ZONE, currency: CURRENCY }
  yield* send(
    file.begin(
      {
        ...{ ...about, isProvisional, note, opening: amountOf(opening) },
        ...(filterText !== "" && { filter: filterText }),
      },
      columnsIn(call.locale),
    ),
  )
  const start: After = { atMs: span.fromMs, id: "" }
  let [balance, after, count]: [bigint, After | null, number] = [opening, start, 0]
  while (after !== null) {
    const changes: ReadonlyArray<AccountChange> = yield* readStatementChanges(
      span,
      filter,
      after,
      PAGE_ROWS,
      call,
    )
    const lines = changes.map(({ atMs, code, amount, remark, reference }, index) => {
      balance += koboOf(amount)
      const kind = textIn(call.locale, `income.code.${code}`) ?? ""
      const line = { at: iso(atMs), code, kind, text: remark, reference }
      return file.line(statementLine(line, koboOf(amount), balance), count + index)
    })
    count += changes.length
    yield* send(lines.join(""))
    const last: AccountChange | undefined = changes.at(-1)
    after = last === undefined || changes.length < PAGE_ROWS ? null : { atMs: last.atMs, id: last.id }
  }
  yield* send(file.end(until, amountOf(balance)))
  const signed = {
    at: iso(yield* Clock.currentTimeMillis),
    ...{ hash: hash.digest("hex"), before: opened.before, after: opened.after },
  }
  yield* write(file.sign({ ...signed, key: key.publicText, signature: key.signStatement(signed) }))
})

/** Serves `api/statement/file`. Resolves true when the path is its. */
export const serveStatements = (services: Context.Context<Db | Sessions | Market>) => {
  const run = Effect.runPromiseExitWith(services)
  const refuse = () => refusal("request.too-many", { params: { seconds: 5 } })
  const pool = makeFairPool({ ...STATEMENT_LIMITS, refuse })
  const answer = Effect.fn("answer")(function* ({ request, response, url, address }: HttpExchange) {
    const session = yield* requireSession(request)
    const read = (name: string) => url.searchParams.get(name) ?? ""
    const format = read("format")
    if (!isFormat(format)) return yield* refusal("request.malformed", { field: "format" })
    const call: Call = { ...session, address, locale: localeOf(request) }
    const write = (chunk: string) =>
      Effect.promise(async () => {
        if (!response.headersSent) {
          cutStalledReader(response)
          response.writeHead(200, {
            "content-type": types[format],
            "content-disposition": `attachment; filename="statement.${format}"`,
            "cache-control": "private, no-store",
          })
        }
        if (response.destroyed || response.write(chunk)) return
        await new Promise((resolve) => response.once("drain", resolve).once("close", resolve))
      })
    const { from: _, to: __, ...query } = Object.fromEntries(url.searchParams)
    const { filter, ignored } = readFilter("changes", query)
    const [field] = ignored
    if (field !== undefined) return yield* refusal("request.malformed", { field })
    const { key } = yield* Market
    const wanted = { from: read("from"), to: read("to"), format, filter }
    const work = writeStatement(wanted, call, key, write)
    const inLane = Effect.provideService(work, CurrentLane, { lane: "reads", party: session.memberId })
    yield* pool.run(session.memberId, inLane, hostOf(address))
    response.end()
  })
  return async (arrival: HttpExchange): Promise<boolean> => {
    if (arrival.url.pathname !== `/${statementFilePath}`) return false
    if (arrival.request.method !== "GET") {
      arrival.response.setHeader("allow", "GET")
      await sendRefusal(arrival, "code", refusal("request.method"))
      return true
    }
    const exit = await run(logged(answer(arrival), arrival, "statement"))
    // after the headers a failure can only be shown by a cut connection
    if (Exit.isFailure(exit) && arrival.response.headersSent) arrival.response.destroy()
    else if (Exit.isFailure(exit)) await sendRefusal(arrival, "code", refusalOf(exit.cause))
    return true
  }
}
