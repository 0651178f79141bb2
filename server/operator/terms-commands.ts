import { writeFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { Id } from "../../src/domain/entities.ts"
import { cryptoAddressProblem } from "../../src/domain/member-fields.ts"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import { isAmount } from "../../src/domain/validate.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { Db } from "../db/db.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"

type Values = Readonly<Record<string, string>>

/** Parses an amount in naira. */
export const readAmount = (text: string): Effect.Effect<Kobo, CommandRefused> =>
  isAmount(text)
    ? Effect.succeed(koboOf(text))
    : Effect.fail(new CommandRefused({ message: `Not an amount: ${text}` }))

/** Parses an integer within bounds. */
export const readWhole = (
  text: string,
  least: number,
  most: number,
): Effect.Effect<number, CommandRefused> =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Effect.succeed(Number(text))
    : Effect.fail(new CommandRefused({ message: `Not a whole number from ${least} to ${most}: ${text}` }))

const readBounds = Effect.fnUntraced(function* ({ minimum = "", maximum = "" }: Values) {
  const bounds = { minimum: yield* readAmount(minimum), maximum: yield* readAmount(maximum) }
  if (bounds.minimum <= 0n || bounds.maximum < bounds.minimum)
    return yield* new CommandRefused({ message: "The minimum must be positive and not above the maximum." })
  return bounds
})

const weekMinutes = 7 * 24 * 60
const isId = Schema.is(Id)

const setNetwork = Effect.fn("setNetwork")(function* (values: Values, { who, why }: Attribution) {
  const { id = "", network = "", address = "", minutes = "" } = values
  if (!isId(id) || cryptoAddressProblem(address, network) !== null)
    return yield* new CommandRefused({ message: `The id, or the address for ${network}, cannot be.` })
  const { minimum, maximum } = yield* readBounds(values)
  const arrival = yield* readWhole(minutes, 0, weekMinutes)
  const db = yield* Db
  const detail = { network, address, minimum: amountOf(minimum), maximum: amountOf(maximum) }
  yield* db.transaction(
    Effect.gen(function* () {
      yield* db.execute(
        `insert into deposit_networks (id, network, address, minimum, maximum, arrival_minutes, position)
         select $1, $2, $3, $4::bigint, $5::bigint, $6::integer, coalesce(max(position), 0) + 1 from deposit_networks
         on conflict (id) do update set network = excluded.network, address = excluded.address,
           minimum = excluded.minimum, maximum = excluded.maximum, arrival_minutes = excluded.arrival_minutes,
           enabled = true`,
        [id, network, address, minimum, maximum, arrival],
      )
      yield* recordDecision({ command: "networks set", subject: id, who, why, detail })
    }),
  )
  return "Done."
})

const setTerms = Effect.fn("setTerms")(function* (values: Values, { who, why }: Attribution) {
  const { id = "", fee: feeText = "", minutes = "" } = values
  const { minimum, maximum } = yield* readBounds(values)
  const fee = yield* readAmount(feeText)
  if (fee >= minimum)
    return yield* new CommandRefused({ message: "The network's cost must be below the minimum." })
  const arrival = yield* readWhole(minutes, 0, weekMinutes)
  const db = yield* Db
  const detail = { minimum: amountOf(minimum), maximum: amountOf(maximum), fee: amountOf(fee) }
  yield* db.transaction(
    Effect.gen(function* () {
      const changed = yield* db.execute(
        `update withdrawal_terms set minimum = $2, maximum = $3, fee = $4, arrival_minutes = $5, enabled = true
         where id = $1`,
        [id, minimum, maximum, fee, arrival],
      )
      if (changed === 0) return yield* new CommandRefused({ message: `There are no terms ${id}.` })
      yield* recordDecision({ command: "terms set", subject: id, who, why, detail })
    }),
  )
  return "Done."
})

const disabling = (table: "deposit_networks" | "withdrawal_terms", command: string) =>
  Effect.fn(command)(function* ({ id = "" }: Values, { who, why }: Attribution) {
    const db = yield* Db
    yield* db.transaction(
      Effect.gen(function* () {
        const changed = yield* db.execute(`update ${table} set enabled = false where id = $1`, [id])
        if (changed === 0) return yield* new CommandRefused({ message: `There is no ${id}.` })
        yield* recordDecision({ command, subject: id, who, why })
      }),
    )
    return "Done."
  })

interface TermsRow {
  readonly id: string
  readonly via: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly cost: Kobo
  readonly arrival_minutes: number
  readonly enabled: boolean
}

const listTerms = (sql: string) =>
  Effect.gen(function* () {
    const db = yield* Db
    const rows = yield* db.query<TermsRow>(sql)
    return rows.map((row) => ({
      ...row,
      minimum: amountOf(row.minimum),
      maximum: amountOf(row.maximum),
      cost: amountOf(row.cost),
    }))
  })

const saveUpload = Effect.fn("saveUpload")(function* ({ id = "", file = "" }: Values, { who }: Attribution) {
  const db = yield* Db
  const rows = yield* db.query<{ bytes: Uint8Array }>("select bytes from uploads where id = $1", [id])
  const row = rows[0] ?? (yield* new CommandRefused({ message: `There is no upload ${id}.` }))
  yield* recordDecision({ command: "uploads save", subject: id, who, why: "to review it" })
  yield* Effect.tryPromise({
    try: () => writeFile(file, row.bytes, { flag: "wx", mode: 0o600 }),
    catch: (thrown) => new CommandRefused({ message: `The file cannot be written: ${String(thrown)}` }),
  })
  return `Saved to ${file}.`
})

const bounds = [
  { name: "minimum", summary: "naira" },
  { name: "maximum", summary: "naira" },
] as const
const minutes = { name: "minutes", summary: "until it arrives" } as const

/** Commands about deposit networks, withdrawal terms and uploaded images. */
export const termsCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "networks list",
    summary: "Networks that deposits are sent on.",
    parameters: [],
    needsWhy: false,
    run: () =>
      listTerms(`select id, network || ' ' || address as via, minimum, maximum, 0::bigint as cost, arrival_minutes, enabled
        from deposit_networks order by position, id`),
  },
  {
    name: "networks set",
    summary: "Adds or changes a network for deposits.",
    parameters: [
      { name: "id", summary: "letters, digits, hyphens" },
      { name: "network", summary: "such as USDT-TRC20" },
      { name: "address", summary: "where members send to" },
      ...bounds,
      minutes,
    ],
    needsWhy: true,
    run: setNetwork,
  },
  {
    name: "networks off",
    summary: "No longer offers a network for deposits.",
    parameters: [{ name: "id", summary: "id of the network" }],
    needsWhy: true,
    run: disabling("deposit_networks", "networks off"),
  },
  {
    name: "terms list",
    summary: "Terms of withdrawals.",
    parameters: [],
    needsWhy: false,
    run: () =>
      listTerms(`select id, coalesce(network, method) as via, minimum, maximum, fee as cost, arrival_minutes, enabled
        from withdrawal_terms order by position, id`),
  },
  {
    name: "terms set",
    summary: "Changes the terms of a withdrawal method, and offers it again if it was off.",
    parameters: [
      { name: "id", summary: "id of the terms" },
      ...bounds,
      { name: "fee", summary: "the network's own cost, in naira" },
      minutes,
    ],
    needsWhy: true,
    run: setTerms,
  },
  {
    name: "terms off",
    summary: "No longer offers a withdrawal method.",
    parameters: [{ name: "id", summary: "id of the terms" }],
    needsWhy: true,
    run: disabling("withdrawal_terms", "terms off"),
  },
  {
    name: "uploads save",
    summary: "Writes a member's picture into a new file on the server's machine. Looking at it is recorded.",
    parameters: [
      { name: "id", summary: "id of the upload" },
      { name: "file", summary: "full path of the file to write" },
    ],
    needsWhy: false,
    run: saveUpload,
  },
]
