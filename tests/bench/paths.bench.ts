import { explore, generatePaths, PATH_KINDS } from "@financial-links/paths"
import { casesNamed, machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { bench } from "./harness.ts"

const known = await Promise.all(
  machineNames().map(async (name) => ({ machine: await machineNamed(name), cases: await casesNamed(name) })),
)

/** How long the machine takes that takes longest. */
const longest = (work: (one: (typeof known)[number]) => unknown): number =>
  Math.max(
    ...known.map((one) => {
      const startedAtMs = performance.now()
      work(one)
      return performance.now() - startedAtMs
    }),
  )

for (const kind of PATH_KINDS)
  bench(`${kind} paths of the machine that has most`, {
    floorIs: "looking into its situations alone",
    floor: () => longest(({ machine, cases }) => explore(machine, cases)),
    subject: () => longest(({ machine, cases }) => generatePaths(machine, { kind, cases })),
    runs: 3,
    reach: { subjectAtMost: 5_000 },
  })
