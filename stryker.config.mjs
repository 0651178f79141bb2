/** Mutants of the sources. scripts/mutants.ts names the lines to change, their tests and the threshold. */

/** `event.type === "…"` in an action of one event narrows a type, and `types` are none at run time. */
const reasonToIgnore = ({ node }) => {
  const { type, operator, left, key } = node
  const isOfEvent = left?.object?.name === "event" && left.property.name === "type"
  if (type === "BinaryExpression" && /^[!=]==$/.test(operator) && isOfEvent) return "it narrows a type"
  return type === "ObjectProperty" && key.name === "types" ? "it declares types" : undefined
}

export const strykerPlugins = [
  { kind: "Ignore", name: "types", factory: () => ({ shouldIgnore: reasonToIgnore }) },
]

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./stryker.config.mjs"],
  ignorers: ["types"],
  vitest: { configFile: "vitest.mutants.config.ts" },
  coverageAnalysis: "perTest",
  // texts, SQL among them: no test reads each of their letters
  mutator: { excludedMutations: ["StringLiteral"] },
  thresholds: { high: 95, low: 75, break: Number(process.env.MUTANTS_BREAK ?? 75) },
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: ".cache/stryker",
  ignorePatterns: ["coverage", "dist", ".data", "tests/golden/*/"],
  // there is no such file: TypeScript 7 lacks the interface by which the real one would be rewritten
  tsconfigFile: "tsconfig.mutants.json",
  logLevel: "warn",
  warnings: { slow: false },
}
