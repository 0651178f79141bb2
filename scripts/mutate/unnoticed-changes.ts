/**
 * The changes that no test notices, each with the reason why it is left: in
 * tests/unnoticed-changes/GROUP.json by source.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "../run.ts"
import { groupOf } from "./sources.ts"
import type { SourceVerdict } from "./stryker.ts"

/** The reason by change, which reads "original → replacement". */
export type Reasons = Readonly<Record<string, string>>

/** The name of the file with the reasons of a group. */
const listOf = (group: string): string => `tests/unnoticed-changes/${group}.json`

const inOrder = <Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** By source. */
export const readUnnoticed = (group: string): Readonly<Record<string, Reasons>> => {
  const path = join(projectRoot, listOf(group))
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
}

const groupNameOf = (file: string): string => groupOf(file)?.name ?? ""

/** What is listed of a source. */
export const reasonsOf = (file: string): Reasons => readUnnoticed(groupNameOf(file))[file] ?? {}

/**
 * What a source's list is after a run. Known reasons stay, and a change that is new has none yet. A run
 * that made all changes leaves out what was noticed or is gone; one that drew some adds to the list.
 */
export const reasonsAfter = (
  { unnoticed }: Pick<SourceVerdict, "unnoticed">,
  known: Reasons,
  isWhole: boolean,
): Reasons => {
  const found = Object.fromEntries(unnoticed.map(({ change }) => [change, known[change] ?? ""]))
  return isWhole ? found : { ...known, ...found }
}

/** Writes what a run found to the list of the source's group. */
export const recordUnnoticed = (verdict: SourceVerdict, isWhole: boolean): void => {
  const group = groupNameOf(verdict.file)
  const { [verdict.file]: known = {}, ...others } = readUnnoticed(group)
  const reasons = reasonsAfter(verdict, known, isWhole)
  const all = Object.keys(reasons).length === 0 ? others : { ...others, [verdict.file]: reasons }
  writeFileSync(join(projectRoot, listOf(group)), `${JSON.stringify(inOrder(all), null, 2)}\n`)
}

/** The errors of a source's list: missing changes, and ones that are noticed or gone. */
export const listErrors = (
  { unnoticed }: Pick<SourceVerdict, "unnoticed">,
  listed: Reasons,
): { readonly missing: readonly string[]; readonly needless: readonly string[] } => {
  const found = new Set(unnoticed.map(({ change }) => change))
  return {
    missing: [...found].filter((change) => !Object.hasOwn(listed, change)),
    needless: Object.keys(listed).filter((change) => !found.has(change)),
  }
}
