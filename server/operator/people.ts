/** The people who operate the site: each has a name and a key. */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { RandomBytes } from "../core/ids.ts"
import { type Db, execute, sql, transaction } from "../db/db.ts"
import { CommandRefused, isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

const keyBytes = 32

/** A key is random and long, so that a plain hash of it cannot be guessed. */
const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64url")

const newKey = Effect.map(RandomBytes, (bytes) => Buffer.from(bytes(keyBytes)).toString("base64url"))

/** Who sends a command. */
export interface Operator {
  readonly name: string
  /** False while the site has no people: the name is that of the user on the server's machine. */
  readonly isPerson: boolean
}

/**
 * Finds the person of a key. Until the first person is added, every user of the socket is the
 * operator, so that a new system can be set up.
 */
export const identify = Effect.fn("identify")(function* (userName: string, key: string | null) {
  const rows = yield* sql<{ people: bigint; name: string | null }>(
    `select count(*) as people, max(name) filter (where key_hash = $1) as name
     from operators where removed_at_ms is null`,
    [hashOf(key ?? "")],
  )
  const { people = 0n, name = null } = rows[0] ?? {}
  if (people === 0n) return { name: userName, isPerson: false } satisfies Operator
  if (name === null)
    return yield* new CommandRefused({
      message:
        key === null
          ? "Each operator has a key: put yours into OPERATOR_KEY, or into a file named by OPERATOR_KEY_FILE."
          : "No operator has this key.",
    })
  return { name, isPerson: true } satisfies Operator
})

const isName = (text: string): boolean => /^[a-z][a-z0-9._-]{1,31}$/.test(text)

/** Adds a person, or one again who was removed. Prints the key, which is stored hashed. */
const addPerson = Effect.fn("addPerson")(function* ({ name = "" }: Values, { who, why }: Attribution) {
  if (!isName(name))
    return yield* refuse(`Not a name of 2 to 32 small letters, digits, dots or hyphens: ${name}`)
  const atMs = yield* Clock.currentTimeMillis
  const key = yield* newKey
  yield* Effect.gen(function* () {
    const added = yield* execute(
      `insert into operators (name, key_hash, added_at_ms) values ($1, $2, $3)
         on conflict (name) do update set key_hash = excluded.key_hash, added_at_ms = excluded.added_at_ms,
           removed_at_ms = null where operators.removed_at_ms is not null`,
      [name, hashOf(key), atMs],
    )
    if (added === 0) return yield* refuse(`There is an operator ${name} already.`)
    yield* recordDecision({ command: "people add", subject: name, who, why })
  }).pipe(transaction)
  return key
})

/** Replaces the key of a person. The old one ends at once. */
const replaceKey = Effect.fn("replaceKey")(function* ({ name = "" }: Values, { who, why }: Attribution) {
  const key = yield* newKey
  yield* Effect.gen(function* () {
    const changed = yield* execute(
      "update operators set key_hash = $2 where name = $1 and removed_at_ms is null",
      [name, hashOf(key)],
    )
    if (changed === 0) return yield* refuse(`There is no operator ${name}.`)
    yield* recordDecision({ command: "people key", subject: name, who, why })
  }).pipe(transaction)
  return key
})

/** Removes a person, but not the last one: with none, keys would no longer be asked for. */
const removePerson = Effect.fn("removePerson")(function* ({ name = "" }: Values, { who, why }: Attribution) {
  const atMs = yield* Clock.currentTimeMillis
  yield* Effect.gen(function* () {
    const people = yield* sql<{ name: string }>(
      "select name from operators where removed_at_ms is null order by name for update",
    )
    if (!people.some((person) => person.name === name)) return yield* refuse(`There is no operator ${name}.`)
    if (people.length === 1) return yield* refuse(`${name} is the last operator: add another one first.`)
    yield* execute("update operators set removed_at_ms = $2 where name = $1", [name, atMs])
    yield* recordDecision({ command: "people remove", subject: name, who, why })
  }).pipe(transaction)
  return "Done."
})

const listPeople = Effect.fn("listPeople")(function* () {
  const rows = yield* sql<{ name: string; added_at_ms: bigint }>(
    "select name, added_at_ms from operators where removed_at_ms is null order by name",
  )
  return rows.map(({ name, added_at_ms }) => ({ name, added: isoTime(added_at_ms) }))
})

const nameParameter = [{ name: "name", summary: "small letters, digits, dots, hyphens" }] as const

/** Commands about the people who operate the site. */
export const peopleCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "people list",
    summary: "The people who operate the site.",
    run: listPeople,
  },
  {
    name: "people add",
    summary: "Adds a person and prints the key. After the first one every command needs a key.",
    parameters: nameParameter,
    needsWhy: true,
    run: addPerson,
  },
  {
    name: "people key",
    summary: "Gives a person a new key and prints it; the old one ends.",
    parameters: nameParameter,
    needsWhy: true,
    run: replaceKey,
  },
  {
    name: "people remove",
    summary: "Ends the key of a person.",
    parameters: nameParameter,
    needsWhy: true,
    run: removePerson,
  },
]
