/** Which sources `npm run mutate:sources` changes, and which tests it runs on the changes of a file. */
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, posix, sep } from "node:path"
import { importsOf } from "../../tests/support/layers.ts"
import { projectRoot } from "../run.ts"
import { browserTestsOf } from "./browser-tests.ts"
import { wholeServerTestsOf } from "./whole-server-tests.ts"

export interface SourceGroup {
  readonly name: string
  readonly files: string
  /** The share of changes to be noticed. */
  readonly reach: number
}

export const SOURCE_GROUPS: readonly SourceGroup[] = [
  { name: "machines", files: "machines/*.ts", reach: 0.9 },
  { name: "domain", files: "src/domain/**/*.ts", reach: 0.85 },
  { name: "server-money", files: "server/{core,orders,payments,settlement}/*.ts", reach: 0.85 },
  { name: "journal", files: "{src/journal,packages/journal/src}/*.ts", reach: 0.75 },
  { name: "runtime", files: "src/runtime/{*,effects/*}.ts", reach: 0.75 },
  { name: "hooks", files: "src/runtime/hooks/*.ts", reach: 0.75 },
  {
    name: "server",
    files:
      "server/{*,{config,content,db,fault-injection,http,market,members,operator,payment-simulator,push,stream,verify}/**/*}.ts",
    reach: 0.75,
  },
]

/** Tests that read machines as text, or derive from a machine what they expect of it. */
const NOT_OF_MACHINES: readonly string[] = ["leaf-state.test.ts", "mutation.test.ts", "thousand-apps.test.ts"]

/** Tests that read docs or media, which Stryker's copy of the project lacks. */
const NOT_IN_THE_COPY: readonly string[] = ["company-video.test.ts", "features.test.ts"]

/** It runs a command as a process, in which a change is not active, and takes half a minute. */
const IN_A_PROCESS: readonly string[] = ["replay-command.test.ts"]

const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: projectRoot })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => !file.endsWith(".d.ts"))
    .toSorted()

/** Sorted by name. */
export const sourcesOf = ({ files }: SourceGroup): readonly string[] => filesOf(files)

/** The group of a source; undefined for a file that is not changed. */
export const groupOf = (file: string): SourceGroup | undefined =>
  SOURCE_GROUPS.find((group) => sourcesOf(group).includes(file))

const imports = new Map<string, readonly string[]>()

const importedBy = (file: string): readonly string[] => {
  const known =
    imports.get(file) ??
    importsOf({ path: file, code: readFileSync(join(projectRoot, file), "utf8") })
      .filter(({ from, isType }) => !isType && from.startsWith("."))
      .map(({ from }) => posix.join(posix.dirname(file), from))
  imports.set(file, known)
  return known
}

/** What a test imports, itself and through the files that are followed, each with how many imports away. */
const reachedBy = (test: string, isFollowed: RegExp): ReadonlyMap<string, number> => {
  const reached = new Map([[test, 0]])
  for (const [file, away] of reached)
    if (isFollowed.test(file))
      for (const each of importedBy(file)) if (!reached.has(each)) reached.set(each, away + 1)
  return reached
}

/** With more tests than this, each change would take minutes. */
const TESTS_MOST = 12

/** Its files are wired into each other: what one does is often noticed by the tests of another alone. */
const WIRING = "src/runtime/"

/** What separates a test from a source: nothing if it bears its name, else the imports between them. */
const distanceOf = (test: string, source: string, imports: number): number =>
  basename(test).startsWith(`${basename(source, ".ts")}.test.`) ? 0 : imports

const unitTests = (source: string, isFollowed: RegExp): readonly string[] => {
  const notOfSource = source.startsWith("machines/") ? NOT_OF_MACHINES : []
  const leftOut = [...NOT_IN_THE_COPY, ...IN_A_PROCESS, ...notOfSource]
  const tests = filesOf("tests/unit/**/*.test.{ts,tsx}").filter((test) => !leftOut.includes(basename(test)))
  const found = tests.flatMap((test) => {
    const imports = reachedBy(test, isFollowed).get(source)
    return imports === undefined ? [] : { test, distance: distanceOf(test, source, imports) }
  })
  const nearest = found.toSorted((a, b) => a.distance - b.distance).slice(0, TESTS_MOST)
  return nearest.map(({ test }) => test)
}

/** The unit tests that import a source, themselves or through other files of the tests. */
const importingUnitTests = (source: string): readonly string[] => unitTests(source, /^tests\/.*\.tsx?$/)

/** Those that import it through any file of the app too. */
const loadingUnitTests = (source: string): readonly string[] =>
  unitTests(source, /^(?:tests|src|machines|server|packages\/\w+\/src)\/.*\.tsx?$/)

/**
 * Support of tests that are left out. In a server process a change is not active, and a simulation
 * takes minutes.
 */
const LEFT_OUT = ["tests/support/server.ts", "tests/simulation/simulate.ts"]
/**
 * It starts a whole server in the test's process, which takes seconds. Such a test runs only for
 * sources that it imports itself.
 */
const WHOLE_SERVER = "tests/support/app.ts"

/** A change that no test notices runs all of them. */
const SERVER_TESTS_MOST = 8

/** A test that is named after the folder of a source is as near as one that imports it. */
const serverDistanceOf = (test: string, source: string, imports: number): number =>
  distanceOf(test, source, basename(test).startsWith(basename(dirname(source))) ? 1 : imports)

/**
 * The server tests that run a source in their own thread: the one that bears its name, then the nearest; if
 * equally near, the smallest first.
 */
const serverTestsOf = (source: string): readonly string[] =>
  filesOf("tests/server/*.test.ts")
    .map((test) => ({ test, reached: reachedBy(test, /^(?:tests|server)\/.*\.ts$/) }))
    .filter(({ reached }) => reached.has(source) && !LEFT_OUT.some((each) => reached.has(each)))
    .filter(({ reached }) => reached.get(source) === 1 || !reached.has(WHOLE_SERVER))
    .map(({ test, reached }) => ({
      test,
      distance: serverDistanceOf(test, source, reached.get(source) ?? 0),
      files: reached.size,
    }))
    .toSorted((a, b) => a.distance - b.distance || a.files - b.files)
    .slice(0, SERVER_TESTS_MOST)
    .map(({ test }) => test)

/**
 * The browser tests of a source that runs in a page alone, and the tests with a whole server of one that
 * runs in that alone. For any other the unit tests that import it, themselves or through other files of the
 * tests. If there are none, and for the runtime after them, those that import it through any file of the
 * app. Of many, the nearest, which come first. For a file of the server, the server tests that run it come
 * between the two. A change is tried in this order, until one notices it.
 */
export const testsOf = (source: string): readonly string[] => {
  const slow = [...browserTestsOf(source), ...wholeServerTestsOf(source)]
  if (slow.length > 0) return slow
  const importing = importingUnitTests(source)
  const loading = importing.length > 0 && !source.startsWith(WIRING) ? [] : loadingUnitTests(source)
  if (source.startsWith("server/")) return [...importing, ...serverTestsOf(source), ...loading]
  return [...new Set([...importing, ...loading])].slice(0, TESTS_MOST)
}
