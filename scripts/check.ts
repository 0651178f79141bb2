/** npm run check: types, lint, unused code, texts, charts and layers. Nothing is written. */
import { type Finished, run, seconds } from "./child-process.ts"

/** A static check of the sources. */
export interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

export const checks: readonly Check[] = [
  { name: "types", command: "tsc", args: ["-p", ".", "--checkers", "1"] },
  { name: "lint", command: "biome", args: ["check", "."] },
  { name: "knip", command: "knip", args: ["--no-progress"] },
  { name: "knip without tests", command: "knip", args: ["--no-progress", "-c", "knip.product.jsonc"] },
  { name: "texts", command: "node", args: ["scripts/texts.ts", "check"] },
  { name: "machines", command: "node", args: ["scripts/machines.ts", "--check"] },
]

/** Only for `npm run check`: `npm test` runs them with the unit tests. */
const structure: Check = {
  name: "layers and features",
  command: "vitest",
  args: ["run", "--project", "unit", "tests/unit/layers.test.ts", "tests/unit/features.test.ts"],
}

/** Runs checks in sequence, prints the output of failed ones, and resolves with the results. */
export async function runChecks(chosen: readonly Check[]): Promise<ReadonlyMap<string, Finished>> {
  const results = new Map<string, Finished>()
  for (const check of chosen) {
    const result = await run(check.command, check.args, { timeoutMs: 300_000 })
    results.set(check.name, result)
    console.log(`${result.ok ? "✓" : "✗"} ${check.name} ${seconds(result.elapsedMs)}`)
    if (!result.ok) console.log(result.output)
  }
  return results
}

if (import.meta.main) {
  const results = [...(await runChecks([...checks, structure])).values()]
  const failed = results.filter((result) => !result.ok).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}
