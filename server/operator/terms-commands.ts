import { writeFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { ASSET_DECIMALS_MAX } from "../../src/domain/asset-rate.ts"
import { ADDRESS_FORMATS, AddressFormat } from "../../src/domain/cash.ts"
import { cryptoAddressProblem, plainAddress } from "../../src/domain/crypto-address.ts"
import { Id } from "../../src/domain/entities.ts"
import { AMOUNT_MAX_KOBO } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, priceOf } from "../../src/domain/money.ts"
import { type Attribution, LOOK, recordDecision } from "../core/decision.ts"
import { readImage } from "../core/images.ts"
import { Refusal } from "../core/refusal.ts"
import type { Vault } from "../core/vault.ts"
import { type Db, execute, sql, transaction } from "../db/db.ts"
import { setAssetPrice, setNetworkAsset } from "../payments/rates.ts"
import {
  type OperatorCommand,
  readAmount,
  readAssetName,
  readNetwork,
  readPrice,
  readWhole,
  refuse,
  type Values,
} from "./command.ts"
import { refuseWorthlessPayout } from "./rate-commands.ts"

const readBounds = Effect.fnUntraced(function* ({ minimum = "", maximum = "" }: Values) {
  const bounds = { minimum: yield* readAmount(minimum), maximum: yield* readAmount(maximum) }
  if (bounds.minimum <= 0n || bounds.maximum < bounds.minimum)
    return yield* refuse("The minimum must be positive and not above the maximum.")
  if (bounds.maximum > AMOUNT_MAX_KOBO)
    return yield* refuse(`The maximum is at most ${amountOf(AMOUNT_MAX_KOBO)}.`)
  return bounds
})

const weekMinutes = 7 * 24 * 60
const isId = Schema.is(Id)

const isFormat = Schema.is(AddressFormat)

/**
 * The address format of a network: the one given, else the one known for a network of this name.
 */
const readFormat = Effect.fnUntraced(function* (text: string | undefined, network: string) {
  const known = yield* sql<{ format: string }>(
    `select format from deposit_networks where network = $1 and format is not null
     union select format from withdrawal_terms where network = $1 and format is not null limit 1`,
    [network],
  )
  const format = text ?? known[0]?.format
  if (format === undefined || !isFormat(format))
    return yield* refuse(`Say how ${network} writes addresses: --format ${ADDRESS_FORMATS.join(" | ")}`)
  return format
})

/** Why an address is refused, in the operator's words. */
const addressRefusal = (reason: string, network: string): string => {
  if (reason === "address-checksum") return `The address is mistyped: its checksum is wrong.`
  if (reason === "address-network") return `This is not an address of ${network}.`
  if (reason === "address-burnt") return "No key is known for this address."
  if (reason.startsWith("address-")) return "Give the address alone, without a link or a tag."
  return `The address for ${network} is too short or too long.`
}

/** Parses the optional asset of a network. */
const readAsset = Effect.fnUntraced(function* ({ asset, decimals, rate }: Values) {
  if (asset === undefined && decimals === undefined && rate === undefined) return null
  if (asset === undefined || decimals === undefined)
    return yield* refuse("An asset needs --asset and --decimals.")
  return {
    asset: yield* readAssetName(asset),
    decimals: yield* readWhole(decimals, 0, ASSET_DECIMALS_MAX),
    price: rate === undefined ? null : yield* readPrice(rate),
  }
})

const setNetwork = Effect.fn("setNetwork")(function* (values: Values, { who, why }: Attribution) {
  const { id = "", minutes = "" } = values
  if (!isId(id)) return yield* refuse(`Not an id: ${id}`)
  const network = yield* readNetwork(values.network ?? "")
  const format = yield* readFormat(values.format, network)
  const problem = cryptoAddressProblem(values.address ?? "", format)
  if (problem !== null) return yield* refuse(addressRefusal(problem.reason, network))
  const address = plainAddress(values.address ?? "", format)
  const { minimum, maximum } = yield* readBounds(values)
  const arrival = yield* readWhole(minutes, 0, weekMinutes)
  const wanted = yield* readAsset(values)
  const detail = {
    ...{ network, format, address, minimum: amountOf(minimum), maximum: amountOf(maximum) },
    ...(wanted && { asset: wanted.asset, decimals: wanted.decimals }),
    ...(wanted?.price ? { rate: priceOf(wanted.price) } : {}),
  }
  yield* Effect.gen(function* () {
    yield* execute(
      `insert into deposit_networks (id, network, format, address, minimum, maximum, arrival_minutes, position)
         select $1, $2, $3, $4, $5::bigint, $6::bigint, $7::integer, coalesce(max(position), 0) + 1
         from deposit_networks
         on conflict (id) do update set network = excluded.network, format = excluded.format,
           address = excluded.address, minimum = excluded.minimum, maximum = excluded.maximum,
           arrival_minutes = excluded.arrival_minutes, enabled = true`,
      [id, network, format, address, minimum, maximum, arrival],
    )
    if (wanted) yield* setNetworkAsset(network, wanted.asset, wanted.decimals)
    if (wanted?.price) yield* setAssetPrice(wanted.asset, wanted.price)
    yield* refuseWorthlessPayout
    yield* recordDecision({ command: "networks set", subject: id, who, why, detail })
  }).pipe(transaction)
  return "Done."
})

const readTerms = Effect.fnUntraced(function* (values: Values) {
  const { minimum, maximum } = yield* readBounds(values)
  const fee = yield* readAmount(values.fee ?? "")
  if (fee >= minimum) return yield* refuse("The network's cost must be below the minimum.")
  return { minimum, maximum, fee, arrival: yield* readWhole(values.minutes ?? "", 0, weekMinutes) }
})

const addTerms = Effect.fn("addTerms")(function* (values: Values, { who, why }: Attribution) {
  const { id = "" } = values
  if (!isId(id)) return yield* refuse(`Not an id: ${id}`)
  const network = yield* readNetwork(values.network ?? "")
  const format = yield* readFormat(values.format, network)
  const { minimum, maximum, fee, arrival } = yield* readTerms(values)
  const detail = {
    network,
    format,
    minimum: amountOf(minimum),
    maximum: amountOf(maximum),
    fee: amountOf(fee),
  }
  yield* Effect.gen(function* () {
    const added = yield* execute(
      `insert into withdrawal_terms
           (id, method, network, format, minimum, maximum, fee, arrival_minutes, position)
         select $1, 'crypto', $2, $3, $4::bigint, $5::bigint, $6::bigint, $7::integer, coalesce(max(position), 0) + 1
         from withdrawal_terms having coalesce(bool_and(id <> $1 and network is distinct from $2), true)`,
      [id, network, format, minimum, maximum, fee, arrival],
    )
    if (added === 0) return yield* refuse(`There are terms ${id} or for ${network} already.`)
    yield* refuseWorthlessPayout
    yield* recordDecision({ command: "terms add", subject: id, who, why, detail })
  }).pipe(transaction)
  return "Done."
})

const setTerms = Effect.fn("setTerms")(function* (values: Values, { who, why }: Attribution) {
  const { id = "" } = values
  const { minimum, maximum, fee, arrival } = yield* readTerms(values)
  const detail = { minimum: amountOf(minimum), maximum: amountOf(maximum), fee: amountOf(fee) }
  yield* Effect.gen(function* () {
    const changed = yield* execute(
      `update withdrawal_terms set minimum = $2, maximum = $3, fee = $4, arrival_minutes = $5, enabled = true
         where id = $1`,
      [id, minimum, maximum, fee, arrival],
    )
    if (changed === 0) return yield* refuse(`There are no terms ${id}.`)
    yield* refuseWorthlessPayout
    yield* recordDecision({ command: "terms set", subject: id, who, why, detail })
  }).pipe(transaction)
  return "Done."
})

const disabling = (table: "deposit_networks" | "withdrawal_terms", command: string) =>
  Effect.fn(command)(function* ({ id = "" }: Values, { who, why }: Attribution) {
    yield* Effect.gen(function* () {
      const changed = yield* execute(`update ${table} set enabled = false where id = $1`, [id])
      if (changed === 0) return yield* refuse(`There is no ${id}.`)
      yield* recordDecision({ command, subject: id, who, why })
    }).pipe(transaction)
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

const listTerms = (text: string) =>
  Effect.gen(function* () {
    const rows = yield* sql<TermsRow>(text)
    return rows.map((row) => ({
      ...row,
      minimum: amountOf(row.minimum),
      maximum: amountOf(row.maximum),
      cost: amountOf(row.cost),
    }))
  })

const saveUpload = Effect.fn("saveUpload")(function* ({ id = "", file = "" }: Values, { who }: Attribution) {
  const read = Effect.catchIf(
    readImage(id),
    (error) => error instanceof Refusal,
    ({ reason }) => refuse(`The image cannot be read: ${reason}.`),
  )
  const bytes = (yield* read) ?? (yield* refuse(`There is no upload ${id}.`))
  const rows = yield* sql<{ member_id: string }>("select member_id from uploads where id = $1", [id])
  yield* recordDecision({
    ...{ command: "uploads save", subject: id, who, why: "to review it" },
    ...{ members: rows.map(({ member_id }) => member_id), shownWhy: LOOK.decide },
  })
  yield* Effect.tryPromise({
    try: () => writeFile(file, bytes, { flag: "wx", mode: 0o600 }),
    catch: (thrown) => refuse(`The file cannot be written: ${String(thrown)}`),
  })
  return `Saved to ${file}.`
})

const bounds = [
  { name: "minimum", summary: "naira" },
  { name: "maximum", summary: "naira" },
] as const
const minutes = { name: "minutes", summary: "until it arrives" } as const
const fee = { name: "fee", summary: "the network's own cost, in naira" } as const
const format = { name: "format", summary: ADDRESS_FORMATS.join(", "), isOptional: true } as const

/** Commands about deposit networks, withdrawal terms and uploaded images. */
export const termsCommands: ReadonlyArray<OperatorCommand<Db | Vault>> = [
  {
    name: "networks list",
    summary: "Networks that deposits are sent on.",
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
      format,
      { name: "asset", summary: "what is sent on it, such as USDT", isOptional: true },
      { name: "decimals", summary: "decimals in which the asset is sent", isOptional: true },
      { name: "rate", summary: "naira for one unit of the asset", isOptional: true },
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
    run: () =>
      listTerms(`select id, coalesce(network, method) as via, minimum, maximum, fee as cost, arrival_minutes, enabled
        from withdrawal_terms order by position, id`),
  },
  {
    name: "terms add",
    summary: "Offers withdrawals on a further crypto network.",
    parameters: [
      { name: "id", summary: "letters, digits, hyphens" },
      { name: "network", summary: "such as XRP" },
      ...bounds,
      fee,
      minutes,
      format,
    ],
    needsWhy: true,
    run: addTerms,
  },
  {
    name: "terms set",
    summary: "Changes the terms of a withdrawal method, and offers it again if it was off.",
    parameters: [{ name: "id", summary: "id of the terms" }, ...bounds, fee, minutes],
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
    run: saveUpload,
  },
]
