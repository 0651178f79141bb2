/**
 * The command line that judges mutants: would the paths through a machine notice a transition, guard
 * or action that is gone?
 */
import { parseArgs } from "node:util"
import { pathsApart } from "./apart.ts"
import { pathsAsText } from "./ask.ts"
import { FILE_IS_CODE, type Project } from "./command.ts"
import type { Verdict } from "./judge.ts"

/** The least share of mutants that the covering paths notice, in percent. */
const LEAST = 95

const options = {
  machine: { type: "string" },
  file: { type: "string" },
  export: { type: "string" },
  least: { type: "string", default: String(LEAST) },
  help: { type: "boolean", default: false },
} as const

const usageOf = (project: Project | null): string => `${
  project === null ? "" : `${project.mutantsCall} [--machine NAME] [--least PERCENT]\n`
}${project?.mutantsCall ?? "xstate-paths mutate"} --file PATH [--export NAME] [--least PERCENT]
Removes each transition, guard and action of a machine in turn, in memory, and says whether the covering paths
notice it, or at least any event of the table in any situation. Exit code 1: the covering paths notice less than
--least percent of the mutants (default ${LEAST}), or nothing notices one.
${FILE_IS_CODE}
`

export interface MutantsAnswer {
  readonly text: string
  /** False if the paths notice too few mutants. */
  readonly isPassed: boolean
}

const percentOf = (part: number, whole: number): number => (whole === 0 ? 100 : (100 * part) / whole)

const answerOf = (name: string, verdicts: readonly Verdict[], least: number): MutantsAnswer => {
  const isBy = (by: Verdict["noticedBy"]) => verdicts.filter(({ noticedBy }) => noticedBy === by)
  const unnoticed = isBy(null)
  const share = percentOf(isBy("path").length, verdicts.length)
  return {
    text: [
      `${name}: ${verdicts.length} mutants, the covering paths notice ${share.toFixed(1)} %`,
      ...isBy("situation").map(({ mutant }) => `  no covering path notices: ${mutant}`),
      ...unnoticed.map(({ mutant }) => `  nothing notices: ${mutant}`),
      "",
    ].join("\n"),
    isPassed: share >= least && unnoticed.length === 0,
  }
}

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === "object" && value !== null && "mutant" in value && "noticedBy" in value

const verdictsIn = (json: string): readonly Verdict[] => {
  const verdicts: unknown = JSON.parse(json)
  return Array.isArray(verdicts) ? verdicts.filter(isVerdict) : []
}

const leastIn = (given: string): number => {
  const least = Number(given)
  if (!/^\d{1,3}$/.test(given) || least > 100) throw new Error(`--least is a percentage, not ${given}`)
  return least
}

/** The answer to these arguments. Rejects with one sentence if they are refused. */
export const runMutantsCommand = async (
  args: readonly string[],
  project: Project | null = null,
): Promise<MutantsAnswer> => {
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  const { machine, file, export: exported } = values
  if (values.help) return { text: usageOf(project), isPassed: true }
  const least = leastIn(values.least)
  if (file !== undefined && machine === undefined) {
    const request = { kind: "mutants", ...(exported === undefined ? {} : { exported }) } as const
    return answerOf(file, verdictsIn(await pathsApart(file, request)), least)
  }
  if (exported !== undefined) throw new Error("--export names a machine of a --file")
  if (project === null) throw new Error("Say --file; --help tells what else there is")
  if (file !== undefined) throw new Error("Say either --machine or --file; --help tells what else there is")
  const answers: MutantsAnswer[] = []
  for (const name of machine === undefined ? project.names() : [machine]) {
    const json = pathsAsText(await project.subjectNamed(name), { kind: "mutants" })
    answers.push(answerOf(name, verdictsIn(json), least))
  }
  return {
    text: answers.map(({ text }) => text).join(""),
    isPassed: answers.every(({ isPassed }) => isPassed),
  }
}
