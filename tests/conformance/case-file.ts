/** Reads a case file. Each error is one sentence for the author of the file. */
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Case, Fixture } from "./area.ts"
import { isPlain } from "./plain.ts"

/** The file cannot be used; the message says why. */
export class UnusableFile extends Error {
  override readonly name = "UnusableFile"
}

/** An entry that is not a valid case. */
interface Malformed {
  readonly id: string
  readonly reason: string
}

export interface CaseFile {
  readonly fixture: Fixture
  readonly entries: readonly (Case | Malformed)[]
}

/** The shared cases. Their fixture serves every file that has none. */
export const SHARED_FILE = join(import.meta.dirname, "shell.json")

const FIXTURE_ID = "_fixture"
const ADOPTS: readonly Case["adopt"][] = ["seed", "framework", "quirk"]

export const isMalformed = (entry: Case | Malformed): entry is Malformed => "reason" in entry

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const readJson = (path: string): unknown => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UnusableFile(`The file ${path} cannot be read: it is not a file.`)
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (cause) {
    throw new UnusableFile(`The file ${path} cannot be read: ${messageOf(cause)}.`)
  }
  try {
    // a byte order mark may precede the text
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch (cause) {
    throw new UnusableFile(`The file ${path} is not JSON: ${messageOf(cause)}.`)
  }
}

const toCase = (entry: unknown, index: number): Case | Malformed => {
  if (!isPlain(entry)) return { id: `#${index}`, reason: "it is not an object" }
  const { id: named, area, given, when, then, better } = entry
  const id = typeof named === "string" && named !== "" ? named : `#${index}`
  const malformed = (reason: string): Malformed => ({ id, reason })
  if (id !== named) return malformed('"id" is not a text')
  if (typeof area !== "string" || area === "") return malformed('"area" is not a text')
  if (!isPlain(given)) return malformed('"given" is not an object')
  if (!Array.isArray(when) || !when.every(isPlain)) return malformed('"when" is not a list of steps')
  if (!isPlain(then)) return malformed('"then" is not an object')
  if (Object.keys(then).length === 0) return malformed('"then" expects nothing')
  const adopt = ADOPTS.find((known) => known === entry.adopt)
  if (!adopt) return malformed(`"adopt" is not one of ${ADOPTS.join(", ")}`)
  if (better === undefined)
    return adopt === "quirk"
      ? malformed('a quirk has to say what is "better"')
      : { id, area, given, when, then, adopt }
  if (typeof better !== "string") return malformed('"better" is not a text')
  return { id, area, given, when, then, adopt, better }
}

const toFixture = (routes: unknown): Fixture | null => {
  if (!isPlain(routes)) return null
  const found: Record<string, Fixture[string]> = {}
  for (const [path, route] of Object.entries(routes)) {
    if (!isPlain(route) || typeof route.name !== "string") return null
    const { name, alias } = route
    found[path] = {
      name,
      tab: route.tab === true,
      ...(typeof alias === "string" && { alias }),
      ...(route.load === "fails" && { load: "fails" }),
    }
  }
  return found
}

const fixtureIn = (entries: readonly unknown[]): Fixture | null => {
  const entry = entries.filter(isPlain).find(({ id }) => id === FIXTURE_ID)
  if (!entry) return null
  const fixture = isPlain(entry.given) ? toFixture(entry.given.routes) : null
  if (!fixture) throw new UnusableFile(`The entry ${FIXTURE_ID} does not say which routes there are.`)
  return fixture
}

const listIn = (path: string): readonly unknown[] => {
  const json = readJson(path)
  if (!Array.isArray(json)) throw new UnusableFile(`The file ${path} is not a list of cases.`)
  return json
}

/**
 * In `given`, the value "same" stands for the nearest earlier value of its key, else for the area's
 * default.
 */
const SAME = "same"

const withSame = (entries: readonly (Case | Malformed)[]): CaseFile["entries"] => {
  const latest = new Map<string, unknown>()
  return entries.map((entry) => {
    if (isMalformed(entry)) return entry
    const given = Object.fromEntries(
      Object.entries(entry.given).map(([key, value]) => {
        if (isPlain(value)) latest.set(key, value)
        return [key, value === SAME ? (latest.get(key) ?? value) : value]
      }),
    )
    return { ...entry, given }
  })
}

/** Rejects the later of two cases with one id, so that each line of the report is unambiguous. */
const withoutNamesakes = (entries: readonly (Case | Malformed)[]): CaseFile["entries"] => {
  const named = new Set<string>()
  return entries.map((entry) => {
    if (named.has(entry.id)) return { id: entry.id, reason: 'an earlier case has the same "id"' }
    named.add(entry.id)
    return entry
  })
}

/** Throws `UnusableFile` if no entry can be run. */
export const readCaseFile = (path: string): CaseFile => {
  const list = listIn(path)
  const fixture = fixtureIn(list) ?? fixtureIn(listIn(SHARED_FILE))
  if (!fixture) throw new UnusableFile("There is no fixture.")
  const entries = list
    .map((entry, index) => ({ entry, index }))
    .filter(({ entry }) => !isPlain(entry) || entry.id !== FIXTURE_ID)
    .map(({ entry, index }) => toCase(entry, index))
  if (entries.length === 0) throw new UnusableFile(`The file ${path} holds no case.`)
  return { fixture, entries: withoutNamesakes(withSame(entries)) }
}
