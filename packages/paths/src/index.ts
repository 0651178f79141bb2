/** Charts, paths, drivers and mutants of any XState 5 machine. */
export { type Cases, casesFor, exportsOf, isCases, isMachine, walkOf } from "./cases.ts"
export { type Chart, type ChartState, type ChartTransition, chartOf, stateName } from "./chart.ts"
export { type Project, runPathsCommand } from "./command.ts"
export { print, runCommandLine } from "./command-line.ts"
export type { LeafState } from "./driver.ts"
export {
  type Driven,
  type Driver,
  driverFor,
  driverSkeleton,
  itself,
  type Moment,
  ownEventsOf,
  unable,
} from "./driver.ts"
export { type Explored, eventsOf, explore } from "./explore.ts"
export { FORMATS, formatted, inLine } from "./format.ts"
export {
  COVERAGE_GOALS,
  type CoverageGoals,
  generatePaths,
  type PathOptions,
  transitionsOf,
} from "./generate.ts"
export { judgeMutants, type Verdict } from "./judge.ts"
export { type Mutant, mutantsOf } from "./mutants.ts"
export { PATH_KINDS, type Path, type PathKind, type PathSet, type PathStep } from "./path-set.ts"
export { takenIds } from "./taken-transitions.ts"
export { traced } from "./trace.ts"
