import { Effect, Schema } from "effect"
import { type Kobo, koboOf, type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import { isAmount, isPlainText, replaceUnseen } from "../../src/domain/validate.ts"
import { plainText } from "../content/sanitise.ts"
import type { Attribution } from "../core/decision.ts"

/** The command cannot be executed. The message is for the operator; rows say what it is about. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String,
  rows: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
}) {}

export const refuse = (message: string) => new CommandRefused({ message })

type Rows = ReadonlyArray<Readonly<Record<string, string | number | boolean | null>>>

/** Output of a command: a sentence, the rows of a table, or rows with a sentence below them. */
export type CommandOutput = string | Rows | { readonly rows: Rows; readonly note: string }

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`

/** The text with unseen characters written as codes, so that a terminal obeys none of them. */
export const printable = (text: string): string => replaceUnseen(text, codeOf)

/** The same of a text whose line breaks are ours. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n")

/** What a failure prints: one line, unless each of its lines tells of one of its rows. */
export const printableFailure = (error: Failure): string =>
  error instanceof CommandRefused && error.rows !== undefined
    ? printableLines(error.message)
    : printable(error.message)

/** JSON with unseen characters escaped as JSON does it. */
export const printableJson = (value: unknown): string =>
  replaceUnseen(JSON.stringify(value), (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  )

/** A parameter of a command, passed by position or as `--name value`. */
export interface Parameter {
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
}

/** The given parameters of a command, by name. */
export type Values = Readonly<Record<string, string>>

export type Failure = { readonly message: string }

/**
 * An operator command. It runs inside the server, with the server's services. One with `needsWhy`
 * requires `--why` and must record its decision in the same transaction.
 */
export interface OperatorCommand<R> {
  /** One or two words, as typed: "deposits approve". */
  readonly name: string
  readonly summary: string
  /** None by default. */
  readonly parameters?: ReadonlyArray<Parameter>
  readonly needsWhy?: boolean
  /** The amount that it moves. Above the configured one a second person has to agree. */
  readonly amount?: (values: Values) => Effect.Effect<Kobo | null, Failure, R>
  /** `values` has every given parameter by name. */
  readonly run: (values: Values, decider: Attribution) => Effect.Effect<CommandOutput, Failure, R>
}

/** The command line is invalid. The message is for the operator. */
export interface ParseFailure {
  readonly problem: string
}

export interface ParsedCommand<R> {
  readonly command: OperatorCommand<R>
  readonly values: Values
  readonly why: string
}

/** Characters of a value: pages show them, and each member's home carries the texts of the site. */
const VALUE_MAX = 4_000

export const parseCommand = <R>(
  commands: ReadonlyArray<OperatorCommand<R>>,
  words: ReadonlyArray<string>,
): ParsedCommand<R> | ParseFailure => {
  const named = (length: number) =>
    commands.find((command) => command.name === words.slice(0, length).join(" "))
  const command = named(2) ?? named(1)
  if (command === undefined) return { problem: `There is no such command.\n${help(commands)}` }
  const { positional, options } = sort(words.slice(command.name.split(" ").length))
  const { parameters = [] } = command
  const free = parameters.filter((parameter) => !options.has(parameter.name))
  free.forEach((parameter, index) => {
    const word = positional[index]
    if (word !== undefined) options.set(parameter.name, word)
  })
  const { why = "", ...values } = Object.fromEntries(options)
  const missing = parameters.find((parameter) => !parameter.isOptional && !values[parameter.name])
  const unknown = Object.keys(values).find((name) => !parameters.some((one) => one.name === name))
  if (missing) return { problem: `Missing: ${missing.name} (${missing.summary}).\n${usage(command)}` }
  if (unknown !== undefined || positional.length > free.length)
    return { problem: `Too much was given.\n${usage(command)}` }
  const unclear = Object.entries({ ...values, why }).find(
    ([, value]) => !isPlainText(value.replace(/[\n\t]/g, " ")),
  )
  const long = Object.entries({ ...values, why }).find(([, value]) => value.length > VALUE_MAX)
  if (long) return { problem: `At most ${VALUE_MAX} characters are accepted: ${long[0]}.\n${usage(command)}` }
  if (unclear) return { problem: `Control characters are not accepted: ${unclear[0]}.\n${usage(command)}` }
  if (command.needsWhy && why.trim() === "") return { problem: `Say why: --why "…"\n${usage(command)}` }
  return { command, values, why: why.trim() }
}

const sort = (words: ReadonlyArray<string>) => {
  const positional: Array<string> = []
  const options = new Map<string, string>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ""
    if (!word.startsWith("--")) positional.push(word)
    else {
      index += 1
      options.set(word.slice(2), words[index] ?? "")
    }
  }
  return { positional, options }
}

const usage = <R>({ name, parameters = [], needsWhy }: OperatorCommand<R>): string => {
  const shown = parameters.map(({ name: one, isOptional }) => (isOptional ? `[--${one} …]` : `<${one}>`))
  return ["Usage:", name, ...shown, ...(needsWhy ? ['--why "…"'] : [])].join(" ")
}

/** The usage and summary of every command. */
export const help = <R>(commands: ReadonlyArray<OperatorCommand<R>>): string =>
  [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((command) => `${usage(command).replace("Usage: ", "  ")}\n      ${command.summary}`)
    .join("\n")

/** Fifteen digits before the point: the most that an answer can carry. */
export const ANSWERED_MAX_KOBO = koboOf("999999999999999.99")

/** Parses an amount in naira. */
export const readAmount = (text: string): Effect.Effect<Kobo, CommandRefused> =>
  isAmount(text) && koboOf(text) <= ANSWERED_MAX_KOBO
    ? Effect.succeed(koboOf(text))
    : Effect.fail(refuse(`Not an amount: ${text}`))

/** Parses an integer within bounds. */
export const readWhole = (
  text: string,
  least: number,
  most: number,
): Effect.Effect<number, CommandRefused> =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Effect.succeed(Number(text))
    : Effect.fail(refuse(`Not a whole number from ${least} to ${most}: ${text}`))

/** Parses a price in naira with at most four decimals. */
export const readPrice = (text: string): Effect.Effect<PriceUnits, CommandRefused> =>
  /^\d{1,12}(?:\.\d{1,4})?$/.test(text) && priceUnitsOf(text) > 0n
    ? Effect.succeed(priceUnitsOf(text))
    : Effect.fail(refuse(`Not a price in naira: ${text}`))

/** Parses a name that members read: plain text, tags are removed. */
export const readName = (
  text: string,
  most: number,
  what = "name",
): Effect.Effect<string, CommandRefused> => {
  const name = plainText(text)
  return name !== "" && [...name].length <= most
    ? Effect.succeed(name)
    : Effect.fail(refuse(`The ${what} must have 1 to ${most} characters.`))
}

/** Parses the name of a network; blanks around it would make another one. */
export const readNetwork = (text: string) => readName(text, 40, "network")

export const readAssetName = (text: string): Effect.Effect<string, CommandRefused> =>
  /^[A-Z0-9]{2,12}$/.test(text)
    ? Effect.succeed(text)
    : Effect.fail(refuse(`Not an asset, such as USDT: ${text}`))

/** Parses a time of the market day, "09:30", as minutes; "24:00" is its end. */
export const readMinute = (text: string): Effect.Effect<number, CommandRefused> =>
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text)
    ? Effect.succeed(Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
    : Effect.fail(refuse(`Not a time of the day, such as 09:30: ${text}`))

/** The inverse of `readMinute`. */
export const timeOfMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":")

export const isoTime = (atMs: bigint): string => new Date(Number(atMs)).toISOString()
