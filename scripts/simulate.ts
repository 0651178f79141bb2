/**
 * npm run simulate [-- --seed N] [--hours H] [--members M] [--runs R] [--trail]
 *
 * Simulates a site in virtual time and says what was done and what broke. A seed does the same each
 * time: the digest says so. `--runs` tries that many seeds one after the other, from N on.
 */
import { parseArgs } from "node:util"
import { type SimulationReport, simulate } from "../tests/simulation/simulate.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    hours: { type: "string", default: "24" },
    members: { type: "string", default: "200" },
    runs: { type: "string", default: "1" },
    trail: { type: "boolean", default: false },
  },
})

const positive = (name: string, text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  console.error(`--${name} must be a whole number from 1.`)
  process.exit(1)
}

const seed = positive("seed", values.seed)
const hours = positive("hours", values.hours)
const members = positive("members", values.members)
const runs = positive("runs", values.runs)

/** The processor time counts: on a machine that does other work the same run takes longer. */
const print = (report: SimulationReport, ofSeed: number, processorMs: number): void => {
  const aMinute = Math.round(report.memberHours / (processorMs / 60_000))
  for (const [what, count] of [...report.counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${what}`)
  console.log(
    `seed ${ofSeed}: ${report.memberHours} member-hours in ${(processorMs / 1_000).toFixed(1)} s of processor time (${aMinute} a minute), ` +
      `${report.steps} steps, ${report.statements} statements, ${report.commands} commands, ` +
      `${report.recomputed} contracts recomputed`,
  )
  console.log(`digest ${report.digest}`)
  if (report.problem === null) return
  console.log(`\nThe end of the trail, in minutes of virtual time:\n${report.latest.join("\n")}`)
  console.log(`\nBROKEN: ${report.problem}`)
  console.log(`Again: npm run simulate -- --seed ${ofSeed} --hours ${hours} --members ${members}`)
}

for (let run = 0; run < runs; run++) {
  const before = process.cpuUsage()
  const trail = values.trail ? { print: (line: string) => console.log(line) } : {}
  const report = await simulate({ seed: seed + run, hours, members, ...trail })
  const { user, system } = process.cpuUsage(before)
  print(report, seed + run, (user + system) / 1_000)
  if (report.problem !== null) {
    process.exitCode = 1
    break
  }
}
process.exit()
