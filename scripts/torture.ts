/**
 * npm run torture [kill9 | tabs | failover]
 *
 * The long runs: kill9 kills a server with -9 a hundred times; tabs closes a tab while it is
 * sending, a hundred times per operation; failover kills the primary of a replicated PostgreSQL ten
 * times (also npm run torture:failover). Without an argument all run.
 */
import { run, seconds } from "./run.ts"

const rounds = "100"
const hourMs = 3_600_000

const runs = {
  kill9: ["--project", "server", "tests/chaos/kill9.test.ts"],
  tabs: ["--project", "e2e", "tests/e2e/killed-tab.test.ts"],
  failover: ["--project", "server", "tests/chaos/failover.test.ts"],
} as const
type Name = keyof typeof runs
const names = Object.keys(runs) as Name[]

const [chosen] = process.argv.slice(2)
const wanted = chosen === undefined ? names : names.filter((name) => name === chosen)
if (wanted.length === 0) {
  console.error(`There is no run ${chosen}: choose one of ${names.join(", ")}.`)
  process.exit(1)
}
const built = await run("node", ["scripts/build.ts"])
if (!built.ok) {
  console.error(built.output)
  process.exit(1)
}
for (const name of wanted) {
  const env = { TORTURE_ROUNDS: rounds, FAILOVER_ROUNDS: "10" }
  const { ok, elapsedMs } = await run("vitest", ["run", ...runs[name]], {
    timeoutMs: 2 * hourMs,
    isShown: true,
    env,
  })
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(elapsedMs)}`)
  if (!ok) process.exitCode = 1
}
