/**
 * npm run test:torture [-- PART …] [--seed N] [--minutes N]
 *
 * What runs by hand or by night. Its parts: kills (of a server under load with -9, on each engine),
 * tabs (closed while they send), failover (the primary of a replicated PostgreSQL killed), mutants
 * [FOLDER] (do the tests notice a changed source?) and simulation (a day of a site in virtual time,
 * seed after seed). Without a PART all run. With --minutes each part is short, mutants are left out, and
 * the simulation takes what is left. The last line is `N passed, N failed`, of parts.
 */
import { parseArgs } from "node:util"
import { type Finished, run, seconds } from "./child-process.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string" }, seed: { type: "string", default: "1" } },
})
const startedAtMs = performance.now()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const isShort = values.minutes !== undefined
const leftMs = (): number =>
  isShort ? Number(values.minutes) * minuteMs - (performance.now() - startedAtMs) : 24 * hourMs

const vitest = (project: string, file: string, env: Readonly<Record<string, string>>): Promise<Finished> =>
  run("vitest", ["run", "--project", project, file], {
    timeoutMs: 4 * hourMs,
    isShown: true,
    env: { ...env, TORTURE_SEED: values.seed },
  })

const rounds = (full: number, short: number): string => String(isShort ? short : full)

/** Seeds one after the other while there is time. */
const simulate = async (): Promise<Finished> => {
  const [hours, members] = isShort ? ["6", "50"] : ["24", "200"]
  for (let seed = Number(values.seed); ; seed += 1) {
    const words = ["scripts/simulate.ts", "--seed", String(seed), "--hours", hours, "--members", members]
    const finished = await run("node", words, { isShown: true })
    if (!finished.ok || finished.elapsedMs > leftMs()) return finished
  }
}

const parts: Readonly<Record<string, (word?: string) => Promise<Finished>>> = {
  kills: () => vitest("server", "tests/chaos/kill9.test.ts", { TORTURE_ROUNDS: rounds(100, 3) }),
  tabs: () => vitest("e2e", "tests/e2e/killed-tab.test.ts", { TORTURE_ROUNDS: rounds(100, 3) }),
  failover: () => vitest("server", "tests/chaos/failover.test.ts", { FAILOVER_ROUNDS: rounds(10, 1) }),
  mutants: (folder) =>
    run("node", ["scripts/mutants.ts", ...(folder === undefined ? [] : [folder])], {
      isShown: true,
      env: { MUTANTS_SEED: values.seed },
    }),
  simulation: simulate,
}

const unknown = positionals.find((word, index) => !(word in parts) && positionals[index - 1] !== "mutants")
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}: choose of ${Object.keys(parts).join(", ")}.`)
  process.exit(2)
}
const wanted = Object.entries(parts).filter(([name]) =>
  positionals.length === 0 ? !(isShort && name === "mutants") : positionals.includes(name),
)
const built = await run("node", ["scripts/build.ts"])
if (!built.ok) {
  console.error(built.output)
  process.exit(1)
}
let passed = 0
for (const [name, part] of wanted) {
  const { ok, elapsedMs } = await part(positionals[positionals.indexOf(name) + 1])
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(elapsedMs)}`)
  if (ok) passed += 1
}
console.log(`${passed} passed, ${wanted.length - passed} failed`)
if (passed < wanted.length) process.exitCode = 1
