import { type Effect, Schema } from "effect"
import type { Attribution } from "../core/decision.ts"

/** The command cannot be executed. The message is for the operator. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String,
}) {}

type Rows = ReadonlyArray<Readonly<Record<string, string | number | boolean | null>>>

/** Output of a command: a sentence, the rows of a table, or rows with a sentence below them. */
export type CommandOutput = string | Rows | { readonly rows: Rows; readonly note: string }

/** A parameter of a command, passed by position or as `--name value`. */
export interface Parameter {
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
}

type Failure = { readonly message: string }

/**
 * An operator command. It runs inside the server, with the server's services. One with `needsWhy`
 * requires `--why` and must record its decision in the same transaction.
 */
export interface OperatorCommand<R> {
  /** One or two words, as typed: "deposits approve". */
  readonly name: string
  readonly summary: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly needsWhy: boolean
  /** `values` has every given parameter by name. */
  readonly run: (
    values: Readonly<Record<string, string>>,
    decider: Attribution,
  ) => Effect.Effect<CommandOutput, Failure, R>
}

/** The command line is invalid. The message is for the operator. */
export interface ParseFailure {
  readonly problem: string
}

export interface ParsedCommand<R> {
  readonly command: OperatorCommand<R>
  readonly values: Readonly<Record<string, string>>
  readonly why: string
}

/** Parses a command line. */
export const parseCommand = <R>(
  commands: ReadonlyArray<OperatorCommand<R>>,
  words: ReadonlyArray<string>,
): ParsedCommand<R> | ParseFailure => {
  const named = (length: number) =>
    commands.find((command) => command.name === words.slice(0, length).join(" "))
  const command = named(2) ?? named(1)
  if (command === undefined) return { problem: `There is no such command.\n${help(commands)}` }
  const { positional, options } = sort(words.slice(command.name.split(" ").length))
  const free = command.parameters.filter((parameter) => !options.has(parameter.name))
  free.forEach((parameter, index) => {
    const word = positional[index]
    if (word !== undefined) options.set(parameter.name, word)
  })
  const { why = "", ...values } = Object.fromEntries(options)
  const missing = command.parameters.find((parameter) => !parameter.isOptional && !values[parameter.name])
  const unknown = Object.keys(values).find((name) => !command.parameters.some((one) => one.name === name))
  if (missing) return { problem: `Missing: ${missing.name} (${missing.summary}).\n${usage(command)}` }
  if (unknown !== undefined || positional.length > free.length)
    return { problem: `Too much was given.\n${usage(command)}` }
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

const usage = <R>({ name, parameters, needsWhy }: OperatorCommand<R>): string => {
  const shown = parameters.map(({ name: one, isOptional }) => (isOptional ? `[--${one} …]` : `<${one}>`))
  return ["Usage:", name, ...shown, ...(needsWhy ? ['--why "…"'] : [])].join(" ")
}

/** The usage and summary of every command. */
export const help = <R>(commands: ReadonlyArray<OperatorCommand<R>>): string =>
  [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((command) => `${usage(command).replace("Usage: ", "  ")}\n      ${command.summary}`)
    .join("\n")
