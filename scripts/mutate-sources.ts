/**
 * npm run mutate:sources -- --file FILE [--exact] | --group NAME
 * npm run mutate:sources -- --check-lists N | --changed REF [--most-lines N] [--seed TEXT]
 * npm run mutate:sources -- --minutes N [--group NAME] [--one-in N] | --slice K/N
 *
 * Changes sources one place at a time with Stryker, runs the tests that import the changed file, and
 * prints the share of changes that a test notices, and each that none does. These are unit tests; for
 * the server then those of tests/server that start no whole server, for what runs in a whole server alone
 * those that do, and for what runs in a page alone browser tests. `--changed` changes the lines that
 * differ from a git reference, `--most-lines` fewer of them, drawn by the seed. `--minutes` takes files,
 * those with the oldest figure first, until so many minutes are over, and `--slice` every Nth file; with
 * another choice `--minutes` begins no further file of it. `--one-in` makes one of so many changes, drawn
 * by the seed, in files that have no figure of all. The figures are kept in tests/mutation-figures.json,
 * and what is unnoticed in tests/unnoticed-changes, where a person writes the reason. With `--exact` each
 * change has a thread of its own; `--check-lists` draws files whose list is of such a run. Exit code 1:
 * such a list is not what the run finds. See docs/for-testers.md.
 */
import { parseArgs } from "node:util"
import { browserTestsOf, isModelRun } from "./mutate/browser-tests.ts"
import { atMostLines, changedLines } from "./mutate/changed-lines.ts"
import { figureTable, oldestFirst, percent, readFigures, recordFigure, sliceOf } from "./mutate/figures.ts"
import { groupOf, SOURCE_GROUPS, sourcesOf, testsOf } from "./mutate/sources.ts"
import { spread } from "./mutate/spread.ts"
import { type LineRange, mutateSource, type SourceVerdict, type TestKind } from "./mutate/stryker.ts"
import { listErrors, reasonsOf, recordUnnoticed } from "./mutate/unnoticed-changes.ts"
import { wholeServerTestsOf } from "./mutate/whole-server-tests.ts"
import { seconds } from "./run.ts"

interface Wanted {
  readonly file: string
  readonly ranges?: readonly LineRange[]
}

const { values } = parseArgs({
  options: {
    file: { type: "string", multiple: true },
    group: { type: "string" },
    changed: { type: "string" },
    "most-lines": { type: "string" },
    "check-lists": { type: "string" },
    minutes: { type: "string" },
    "one-in": { type: "string" },
    slice: { type: "string" },
    exact: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
})

/** Runs that share a thread are three times as fast, and may take a change for noticed. */
const isExact = (file: string): boolean => values.exact || readFigures()[file]?.isExact === true

/** Absent where all changes are made. */
const oneIn = values["one-in"] === undefined ? undefined : Number(values["one-in"])

/** A test of a page or a server takes seconds: with all changes of such a file a slice would take hours. */
const ONE_IN_SLOW = 20

const isSlow = (file: string): boolean =>
  browserTestsOf(file).length > 0 || wholeServerTestsOf(file).length > 0

const oneInOf = (file: string): number | undefined =>
  values.slice !== undefined && isSlow(file) ? (oneIn ?? ONE_IN_SLOW) : oneIn

const allSources = (): readonly string[] => SOURCE_GROUPS.flatMap(sourcesOf)

const groupNamed = (name: string): readonly Wanted[] => {
  const group = SOURCE_GROUPS.find((each) => each.name === name)
  if (group === undefined)
    throw new Error(
      `There is no group ${name}. There are: ${SOURCE_GROUPS.map((each) => each.name).join(", ")}`,
    )
  return sourcesOf(group).map((file) => ({ file }))
}

const drawnOfExact = (count: number, seed: string): readonly Wanted[] =>
  Object.entries(readFigures())
    .map(([file]) => file)
    .filter(isExact)
    .toSorted((a, b) => spread(seed + a) - spread(seed + b))
    .slice(0, count)
    .map((file) => ({ file }))

const changedSince = (reference: string, most: number, seed: string): readonly Wanted[] => {
  const known = new Set(allSources())
  const lines = new Map([...changedLines(reference)].filter(([file]) => known.has(file)))
  const { chosen, left } = atMostLines(lines, most, seed)
  if (left > 0) console.log(`${left} changed lines are left out: a run changes ${most} of them at most.`)
  return [...chosen].map(([file, ranges]) => ({ file, ranges }))
}

const wanted = (): readonly Wanted[] => {
  const { file, group, changed, minutes, slice, seed } = values
  const checked = values["check-lists"]
  if (file !== undefined) return file.map((each) => ({ file: each }))
  const isTested = (each: string): boolean => testsOf(each).length > 0
  if (slice !== undefined)
    return sliceOf(allSources().filter(isTested), slice).map((each) => ({ file: each }))
  if (changed !== undefined) return changedSince(changed, Number(values["most-lines"] ?? Infinity), seed)
  if (checked !== undefined) return drawnOfExact(Number(checked), seed)
  if (minutes !== undefined) {
    const files = group === undefined ? allSources() : groupNamed(group).map((each) => each.file)
    const figures = readFigures()
    const isWanted = (each: string): boolean =>
      oneIn === undefined || figures[each] === undefined || figures[each].oneIn !== undefined
    return oldestFirst(
      files.filter((each) => isTested(each) && isWanted(each)),
      figures,
    ).map((each) => ({ file: each }))
  }
  if (group !== undefined) return groupNamed(group)
  throw new Error(
    "Say --file, --group, --minutes, --slice, --check-lists or --changed; --help tells what they mean",
  )
}

const rowOf = ({ file, all, noticed }: SourceVerdict): string =>
  `| \`${file}\` | ${all} | ${noticed} | ${percent(noticed, all)} |`

const sumOf = (verdicts: readonly SourceVerdict[]): string => {
  const all = verdicts.reduce((sum, each) => sum + each.all, 0)
  const noticed = verdicts.reduce((sum, each) => sum + each.noticed, 0)
  return `| all | ${all} | ${noticed} | ${percent(noticed, all)} |`
}

/** One sentence per error of a list that is held. */
const complaintsAbout = (verdict: SourceVerdict): readonly string[] => {
  const { missing, needless } = listErrors(verdict, reasonsOf(verdict.file))
  return [
    ...missing.map((change) => `nothing notices in ${verdict.file}: ${change}`),
    ...needless.map((change) => `the list has what is noticed or gone in ${verdict.file}: ${change}`),
  ]
}

const kindOf = (file: string): TestKind => {
  const [inBrowser] = browserTestsOf(file)
  if (inBrowser !== undefined) return isModelRun(inBrowser) ? "model" : "e2e"
  if (wholeServerTestsOf(file).length > 0) return "whole-server"
  return isExact(file) ? "own-threads" : "shared-threads"
}

const judge = async ({ file, ranges }: Wanted): Promise<SourceVerdict> => {
  if (groupOf(file) === undefined) throw new Error(`${file} is in no group of scripts/mutate/sources.ts`)
  const startedAtMs = performance.now()
  const tests = testsOf(file)
  if (tests.length === 0) {
    console.log(`no unit test imports ${file}`)
    return { file, all: 0, noticed: 0, unnoticed: [] }
  }
  const drawnOneIn = oneInOf(file)
  const verdict = await mutateSource({
    file,
    tests,
    kind: kindOf(file),
    ...(ranges === undefined ? {} : { ranges }),
    ...(drawnOneIn === undefined ? {} : { draw: { oneIn: drawnOneIn, seed: values.seed } }),
  })
  console.log(`${rowOf(verdict)} ${seconds(performance.now() - startedAtMs)}, ${tests.length} test files`)
  for (const { line, change, isRun } of verdict.unnoticed)
    console.log(`  ${file}:${line} ${change}${isRun ? "" : " (no test runs it in its own process)"}`)
  return verdict
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** A sample may have drawn nothing of a small file. */
const record = ({ file, ranges }: Wanted, verdict: SourceVerdict): void => {
  const drawnOneIn = oneInOf(file)
  if (ranges !== undefined || (verdict.all === 0 && drawnOneIn === undefined)) return
  recordFigure(file, {
    changes: verdict.all,
    noticed: verdict.noticed,
    on: today(),
    ...(drawnOneIn === undefined ? {} : { oneIn: drawnOneIn }),
    ...(drawnOneIn === undefined && isExact(file) ? { isExact: true } : {}),
  })
  recordUnnoticed(verdict, drawnOneIn === undefined)
}

const main = async (): Promise<void> => {
  const verdicts: SourceVerdict[] = []
  const complaints: string[] = []
  const endMs = performance.now() + Number(values.minutes ?? Infinity) * 60_000
  for (const one of wanted()) {
    if (performance.now() > endMs) break
    try {
      const verdict = await judge(one)
      verdicts.push(verdict)
      if (values["check-lists"] === undefined) record(one, verdict)
      else complaints.push(...complaintsAbout(verdict))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      // hours of other files may follow; only a list that is held fails a run
      if (values["check-lists"] !== undefined) complaints.push(reason)
      else console.log(`${one.file} could not be judged: ${reason}`)
    }
  }
  console.log(`\n| File | Changes | Noticed | |\n|---|---|---|---|`)
  for (const verdict of verdicts) console.log(rowOf(verdict))
  console.log(sumOf(verdicts))
  console.log(`\n${figureTable(readFigures())}`)
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
})
