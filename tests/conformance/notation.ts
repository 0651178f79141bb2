/** Readers of the notation that several areas share. */
import type { Fixture, Plain } from "./area.ts"
import { isPlain, listOfPlain } from "./plain.ts"

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : [])
export const stepsOf: (value: unknown) => readonly Plain[] = listOfPlain

/** Normalises a page: "a{x=1}" and "a{\"x\":\"1\"}" are the same. */
export const pageOf = (text: string): string => {
  const [, name = "", query = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(text) ?? []
  if (query === "") return name
  if (query.startsWith('"')) return `${name}{${query}}`
  const pairs = query.split(/[&,]/).map((pair) => {
    const [key = "", ...value] = pair.split("=")
    return `${JSON.stringify(key.trim())}:${JSON.stringify(value.join("="))}`
  })
  return `${name}{${pairs.join(",")}}`
}

/** The URL of a page in the notation. Throws if the fixture has no such page. */
export const urlOf = (fixture: Fixture, text: string): string => {
  const page = pageOf(text)
  const brace = page.indexOf("{")
  const name = brace < 0 ? page : page.slice(0, brace)
  const path = Object.entries(fixture).find(([, route]) => route.name === name)?.[0]
  if (path === undefined) throw new Error(`no page is called ${name}`)
  if (brace < 0) return path
  const query: unknown = JSON.parse(page.slice(brace))
  const pairs = isPlain(query) ? Object.entries(query) : []
  return `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&")}`
}

/** The number under a key, or the default if there is none. Throws for any other value. */
export const numberIn = (entry: Plain, key: string, otherwise: number): number => {
  const value = entry[key]
  if (value === undefined) return otherwise
  if (typeof value === "number") return value
  throw new Error(`"${key}" has to be a number: ${JSON.stringify(value)}`)
}

/** Throws at the first key that the area does not know. */
export const onlyKnown = (what: string, entry: Plain, known: RegExp): void => {
  const strange = Object.keys(entry).find((key) => !known.test(key))
  if (strange !== undefined) throw new Error(`"${strange}" in "${what}" is not understood`)
}

/** More than any case needs; a longer wait on a virtual clock would take forever. */
const LONGEST_WAIT_MS = 600_000

/** Throws if the wait is too long. */
export const sureOfWait = (ms: number): number => {
  if (ms <= LONGEST_WAIT_MS) return ms
  throw new Error(`${ms} ms are longer than a case may wait (${LONGEST_WAIT_MS} ms)`)
}
