/**
 * `npm run mutate [-- --machine NAME]` removes each transition, guard and action of each machine in
 * turn, in memory. It reports which mutants are noticed by the generated paths, and which by the
 * recordings of the last `npm run test:model`. See docs/for-testers.md.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { equivalent } from "../tests/model/equivalent.ts"
import { casesNamed, machineNamed, machineNames } from "./charts/machines.ts"
import { judge, listErrors, type Verdict } from "./mutate/judge.ts"
import { mutantsOf } from "./mutate/mutants.ts"
import { type Recordings, recordingsOf } from "./mutate/recordings.ts"
import { projectRoot, seconds } from "./run.ts"

/** The minimum share of a machine's mutants that its covering paths notice. */
const TARGET = 0.95

const KINDS: readonly Verdict["kind"][] = ["transition", "guard", "action"]

interface Row {
  readonly machine: string
  readonly verdicts: readonly Verdict[]
  readonly recordings: Recordings | null
}

const rowOf = async (name: string): Promise<Row> => {
  const machine = await machineNamed(name)
  // the cases bring what the machine's guards need, such as the rules of a form
  const cases = await casesNamed(name)
  const recordings = recordingsOf(machine)
  const verdicts = judge(machine, cases, mutantsOf(machine), recordings)
  return { machine: machine.id, verdicts, recordings }
}

const counted = (verdicts: readonly Verdict[]) => ({
  all: verdicts.length,
  path: verdicts.filter(({ noticed }) => noticed === "path").length,
  any: verdicts.filter(({ noticed }) => noticed !== null).length,
  browser: verdicts.filter(({ inBrowser }) => inBrowser === true).length,
})

const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${part} (${((100 * part) / whole).toFixed(1)} %)`

const line = (name: string, verdicts: readonly Verdict[], recorded: string): string => {
  const { all, path, any } = counted(verdicts)
  return [
    name.padEnd(12),
    String(all).padStart(7),
    share(path, all).padStart(15),
    share(any, all).padStart(15),
    recorded.padStart(15),
  ].join(" ")
}

const recordedIn = ({ verdicts, recordings }: Row): string =>
  recordings === null ? "not recorded" : share(counted(verdicts).browser, verdicts.length)

/** One sentence per failed expectation. */
const complaintsAbout = ({ machine, verdicts }: Row): readonly string[] => {
  const { missing, needless } = listErrors(verdicts, equivalent[machine] ?? {})
  const { all, path } = counted(verdicts)
  const isLow = path < TARGET * all
  return [
    ...(isLow ? [`the covering paths notice less than ${100 * TARGET} % of the mutants of ${machine}`] : []),
    ...missing.map((id) => `nothing notices: ${id}`),
    ...needless.map((id) => `tests/model/equivalent.ts lists what is noticed or is not there: ${id}`),
  ]
}

/**
 * Recordings from before a change say nothing about the machine; the model run judges newer ones.
 */
const notesAbout = ({ machine, recordings }: Row): readonly string[] => {
  const strange = recordings?.strange ?? 0
  return strange === 0
    ? []
    : [`${strange} recordings of ${machine} are not what it does now and were left out: record anew`]
}

const textOf = (rows: readonly Row[], elapsedMs: number): string => {
  const all = rows.flatMap(({ verdicts }) => verdicts)
  const recorded = rows.filter(({ recordings }) => recordings !== null).flatMap(({ verdicts }) => verdicts)
  const listed = rows.flatMap(({ machine }) => Object.entries(equivalent[machine] ?? {}))
  const head = ["machine".padEnd(12), "mutants", "covering paths", "all situations", "in the browser"]
  return [
    [head[0], head[1], ...head.slice(2).map((title) => title.padStart(15))].join(" "),
    ...rows.map((row) => line(row.machine, row.verdicts, recordedIn(row))),
    line("all", all, share(counted(recorded).browser, recorded.length)),
    ...KINDS.map((kind) => {
      const own = recorded.filter((verdict) => verdict.kind === kind)
      const ofAll = all.filter((verdict) => verdict.kind === kind)
      return line(`  ${kind}s`, ofAll, share(counted(own).browser, own.length))
    }),
    "",
    "Noticed by the covering paths and what is refused beside them; by any event in any situation of the table besides; by what the",
    "app was seen to do in the last model run, of the machines that were recorded in it.",
    "",
    ...rows.flatMap(notesAbout),
    ...listed.map(([id, reason]) => `cannot be noticed: ${id}: ${reason}`),
    `${all.length} mutants in ${seconds(elapsedMs)}; every verdict is in .cache/mutate.json`,
    "",
  ].join("\n")
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { machine: { type: "string" } }, strict: true })
  const startedAtMs = performance.now()
  const rows: Row[] = []
  for (const name of values.machine === undefined ? machineNames() : [values.machine])
    rows.push(await rowOf(name))
  mkdirSync(join(projectRoot, ".cache"), { recursive: true })
  writeFileSync(
    join(projectRoot, ".cache/mutate.json"),
    JSON.stringify(
      rows.map(({ machine, verdicts }) => ({ machine, verdicts })),
      null,
      2,
    ),
  )
  process.stdout.write(textOf(rows, performance.now() - startedAtMs))
  const complaints = rows.flatMap(complaintsAbout)
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
