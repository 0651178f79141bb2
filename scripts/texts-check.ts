import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { LOCALES } from "../src/domain/limits.ts"
import { projectRoot, run } from "./child-process.ts"

/**
 * What `formatjs verify` reports and is right as it is. It compares one type per argument, and texts
 * show the date and the time of one argument.
 */
const accepted = /: Variable (?:from|since|until) has conflicting types$/

const wordings: readonly (readonly [heading: string, wording: (line: string) => string])[] = [
  ["Missing translation keys", (key) => `${key} is missing`],
  ["Extra translation keys", (key) => `${key} is not in en.json`],
  ["These translation keys", (line) => line],
]

/** Reads the output of `formatjs verify`: one section for each locale and kind of problem. */
export const verifiedProblems = (output: string): ReadonlyMap<string, readonly string[]> => {
  const problems = new Map<string, readonly string[]>()
  for (const section of output.split(/^-{5,}\n/m)) {
    const [heading = "", ...lines] = section.trim().split("\n")
    const locale = /for locale (\w+)/.exec(heading)?.[1]
    const wording = wordings.find(([start]) => heading.startsWith(start))?.[1]
    if (locale === undefined || wording === undefined) {
      if (heading !== "") problems.set("formatjs verify", [section.trim()])
      continue
    }
    const found = lines.filter((line) => !accepted.test(line)).map(wording)
    if (found.length > 0) problems.set(locale, [...(problems.get(locale) ?? []), ...found])
  }
  return problems
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * Keys that no source names: neither as a quoted string nor as a template that begins with a group,
 * such as `error.${reason}`.
 */
export const unusedKeys = (keys: readonly string[], sources: readonly string[]): readonly string[] => {
  const code = sources.join("\n")
  const quoted = new Set([...code.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key))
  const templates = [...code.matchAll(/`([a-z][\w-]*\.[^`$]*\$\{[^`]*)`/g)].map(
    ([, template = ""]) =>
      new RegExp(
        `^${template
          .split(/\$\{[^}]*\}/)
          .map(escaped)
          .join(".+")}$`,
      ),
  )
  return keys.filter((key) => !quoted.has(key) && !templates.some((template) => template.test(key)))
}

const sources = (): readonly string[] =>
  ["src", "machines", "server"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(projectRoot, folder, name), "utf8")),
  )

/**
 * Every problem by locale; empty if all is complete. The compiler reports ids that are used and do
 * not exist.
 */
export const checkTexts = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const options = ["--source-locale", "en", "--missing-keys", "--extra-keys", "--structural-equality"]
  const verified = await run("formatjs", ["verify", ...options, "locales/*.json"])
  const problems = new Map(verifiedProblems(verified.output))
  const add = (locale: string, found: readonly string[]): void => {
    if (found.length > 0) problems.set(locale, [...(problems.get(locale) ?? []), ...found])
  }
  const keys = Object.keys(readTexts("en"))
  if (keys.length === 0) add("en", ["locales/en.json holds no texts"])
  add(
    "en",
    unusedKeys(keys, sources()).map((key) => `${key} is used nowhere`),
  )
  for (const locale of LOCALES) {
    const empty = Object.entries(readTexts(locale)).filter(([, text]) => text.trim() === "")
    add(
      locale,
      empty.map(([key]) => `${key} is empty`),
    )
  }
  return problems
}

// The files of the texts.

export type Texts = Readonly<Record<string, string>>

export const textsPath = (locale: string): string => join(projectRoot, "locales", `${locale}.json`)

/**
 * Reads a locale; one without a file has no texts. Throws when the file is not an object of
 * strings.
 */
export function readTexts(locale: string): Texts {
  let json: string
  try {
    json = readFileSync(textsPath(locale), "utf8")
  } catch {
    return {}
  }
  const value: unknown = JSON.parse(json)
  if (typeof value !== "object" || value === null) throw new Error(`locales/${locale}.json is not an object`)
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") throw new Error(`locales/${locale}.json: ${key} is not a string`)
    texts[key] = text
  }
  return texts
}

/** Changes a locale's file, sorted by key. */
export function updateTexts(locale: string, change: (texts: Texts) => Texts): void {
  const texts = Object.entries(change(readTexts(locale))).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(textsPath(locale), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
}
