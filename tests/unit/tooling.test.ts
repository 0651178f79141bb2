import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createIntl } from "@formatjs/intl"
import { afterAll, describe, expect, it } from "vitest"
import english from "../../locales/en.json"
import { forwardingOf, importDirectly } from "../../scripts/direct-imports-plugin.ts"
import { hashInline } from "../../scripts/inline-hashes.ts"
import { projectRoot, run } from "../../scripts/run.ts"
import { type Report, readReports, repeatsOutside, summaryOf } from "../../scripts/test-report.ts"
import { hasExhaustiveTests, isOfRun, tagsFilterOf, testTags } from "../../scripts/test-tags.ts"
import { unusedKeys, verifiedProblems } from "../../scripts/texts-check.ts"
import config from "../../vitest.config.ts"
import { isWithinReach, median } from "../bench/harness.ts"
import { mayRepeat, UNLISTED_REPEATS_MOST } from "../may-repeat.ts"
import { readFiles } from "../support/source-rules.ts"

describe("the check of the texts", () => {
  it("reads what formatjs verify reports about each locale", () => {
    const output = `---------------------------------
Missing translation keys for locale de:
a.b
---------------------------------
Extra translation keys for locale de:
c.d
---------------------------------
These translation keys for locale fr are structurally different from en:
e.f: Different number of variables: [] vs [n]
error.withdrawal.destination-cooling-off: Variable until has conflicting types
---------------------------------
These translation keys for locale it are structurally different from en:
error.withdrawal.destination-cooling-off: Variable until has conflicting types
`
    expect([...verifiedProblems(output)]).toEqual([
      ["de", ["a.b is missing", "c.d is not in en.json"]],
      ["fr", ["e.f: Different number of variables: [] vs [n]"]],
    ])
    expect([...verifiedProblems("Cannot find module")]).toEqual([["formatjs verify", ["Cannot find module"]]])
  })

  it("does not compile with an id that no text has", () => {
    const intl = createIntl({ locale: "en-US", messages: english, onError: () => undefined })
    expect(intl.formatMessage({ id: "login.title" })).toBe(english["login.title"])
    // @ts-expect-error locales/en.json has no such text
    expect(intl.formatMessage({ id: "login.nothing" })).toBe("login.nothing")
  })

  it("finds the texts that no source names", () => {
    const template = (text: string) => `\`${text.replaceAll("<", "$" + "{")}\``
    const code = `a = "login.name"\nb = ${template("error.<code}")}\nc = ${template("<d}.<e}")}`
    const keys = ["login.name", "error.order.sold-out", "login.old"]
    expect(unusedKeys(keys, [code])).toEqual(["login.old"])
  })
})

describe("the policy of the page", () => {
  it("hashes what is inline and nothing else", () => {
    const html =
      '<style>a{}</style><script src="/a.js"></script><script>1</script><script type="module">2</script>'
    const hashes = hashInline(html)
    expect(hashes.styles).toHaveLength(1)
    expect(hashes.scripts).toHaveLength(2)
    expect(hashes.scripts[0]).toBe("'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='")
  })

  it("leaves out a block of data", () => {
    const html = '<script type="application/json" id="a">{"b":1}</script><script>1</script>'
    expect(hashInline(html).scripts).toHaveLength(1)
  })

  it("refuses what no hash allows", () => {
    expect(() => hashInline('<p style="color:red">')).toThrow("style=")
    expect(() => hashInline('<body onload="a()">')).toThrow("onload=")
  })
})

describe("imports of a shared chunk", () => {
  const file = (fileName: string, code: string) => forwardingOf({ fileName, code })
  const known = (...found: readonly ReturnType<typeof file>[]) =>
    new Map(found.flatMap((each) => (each ? [[each.fileName.slice("assets/".length), each] as const] : [])))

  it("lead past a file that only forwards to it", () => {
    const home = file("assets/home-1.js", 'export{t as Home,n as HomeView}from"./core-2.js";')
    const code = 'let{Home:e}=await import(`./home-1.js`);import("./other-3.js")'
    expect(importDirectly(code, known(home))).toBe(
      'let{Home:e}=await import(`./core-2.js`).then(n=>({Home:n.t,HomeView:n.n}));import("./other-3.js")',
    )
  })

  it.each([
    ["one with code of its own", 'export{t as A}from"./core-2.js";var a=1;export{a as B}'],
    ["one of two chunks", 'export{t as A}from"./core-2.js";export{u as B}from"./member-3.js";'],
    ["one that also imports", 'import"./core-2.js";export{t as A}from"./core-2.js";'],
  ])("do not lead past %s", (_what, code) => {
    expect(file("assets/a-1.js", code)).toBeUndefined()
  })
})

describe("the count of a run", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-report-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const finished = (ok: boolean) => ({ ok, code: ok ? 0 : 1, output: "", elapsedMs: 0 })
  const reportOf = (more: Partial<Report>): Report => ({
    ...{ name: "unit", passed: 1, failed: 0, failures: [], skipped: [], repeated: [] },
    ...more,
  })
  const read = (reports: readonly Report[], ok: boolean): readonly Report[] => {
    const file = join(folder, "report.json")
    writeFileSync(file, JSON.stringify(reports))
    return readReports(file, finished(ok))
  }
  const failuresIn = (reports: readonly Report[]) => reports.map(({ failed }) => failed)

  it("counts a run that failed without a failed test, and a run without a report", () => {
    expect(failuresIn(read([reportOf({})], true))).toEqual([0])
    expect(failuresIn(read([reportOf({ failed: 2 })], false))).toEqual([2])
    expect(failuresIn(read([reportOf({})], false))).toEqual([0, 1])
    expect(failuresIn(readReports(join(folder, "none.json"), finished(false)))).toEqual([1])
  })

  it("ends with the failed, the skipped and the repeated tests and the sum", () => {
    const reports = [
      reportOf({ skipped: ["a > b"] }),
      reportOf({ name: "e2e", failed: 2, failures: ["e > f: 1 is not 2"], repeated: ["c > d"] }),
    ]
    expect(summaryOf(reports, "1.0 s").split("\n")).toEqual([
      "",
      "unit: 1 passed, 0 failed",
      "e2e: 1 passed, 2 failed",
      "*** 1 FAILED ***",
      "  e2e: e > f: 1 is not 2",
      "*** 1 SKIPPED ***",
      "  unit: a > b",
      "*** 1 REPEATED ***",
      "  e2e: c > d",
      "In 1.0 s",
      "2 passed, 2 failed",
    ])
  })

  it("fails for a test that was repeated and is not listed", () => {
    const reports = [
      reportOf({ repeated: ["a > b"] }),
      reportOf({ name: "e2e", repeated: ["c > d", "e > f"] }),
    ]
    const listed = { "c > d": "a reason" }
    expect(failuresIn(repeatsOutside(reports, listed, 0))).toEqual([2])
    expect(failuresIn(repeatsOutside(reports, listed, 1))).toEqual([2])
    expect(repeatsOutside(reports, listed, 2)).toEqual([])
    expect(repeatsOutside(reports, { ...listed, "a > b": "", "e > f": "" }, 0)).toEqual([])
    expect(repeatsOutside([reportOf({})], {}, 0)).toEqual([])
  })

  it("has vitest count tests by project, files that do not load, and tests that were run again", async () => {
    const project = join(projectRoot, ".cache", `report-${process.pid}`)
    mkdirSync(project, { recursive: true })
    writeFileSync(
      join(project, "vitest.config.js"),
      `export default { test: { name: "planted", tags: ${JSON.stringify(testTags)} } }`,
    )
    writeFileSync(join(project, "broken.test.js"), "throw new Error('it does not load')")
    writeFileSync(
      join(project, "mixed.test.js"),
      `import { expect, it } from "vitest"
       let tries = 0
       it("passes", () => {})
       it("fails", () => expect(1).toBe(2))
       it("passes again", { retry: 1 }, () => expect((tries += 1)).toBe(2))
       it.skip("waits", () => {})
       it("is of the other run", { tags: ["exhaustive"] }, () => expect(1).toBe(2))`,
    )
    const file = join(folder, "real.json")
    const words = [
      `--reporter=${join(projectRoot, "scripts/test-reporter.ts")}`,
      `--tags-filter=${tagsFilterOf.normal}`,
    ]
    const { output } = await run("vitest", ["run", "--root", project, ...words], {
      env: { TEST_REPORT: file, TEST_RUN: "normal" },
    })
    rmSync(project, { recursive: true })
    expect(existsSync(file), output).toBe(true)
    expect(readReports(file, finished(false))).toEqual([
      {
        ...{ name: "planted", passed: 2, failed: 2 },
        failures: [
          "mixed.test.js > fails: expected 1 to be 2 // Object.is equality",
          "broken.test.js: it does not load",
        ],
        skipped: ["mixed.test.js > waits"],
        repeated: ["mixed.test.js > passes again"],
      },
    ])
  })
})

describe("the projects of vitest", () => {
  it("that run at once in one call have the same number of workers", () => {
    const workersOfGroup = new Map<number, Set<unknown>>()
    for (const project of config.test?.projects ?? []) {
      const test = typeof project === "object" && "test" in project ? project.test : undefined
      const groupOrder = test?.sequence?.groupOrder
      if (groupOrder === undefined) continue
      workersOfGroup.set(groupOrder, (workersOfGroup.get(groupOrder) ?? new Set()).add(test?.maxWorkers))
    }
    expect(workersOfGroup.size).toBeGreaterThan(1)
    for (const [group, workers] of workersOfGroup) expect([group, workers.size]).toEqual([group, 1])
  })
})

describe("the tests that may be repeated", () => {
  /** Lower it when an entry leaves; it never rises. */
  const MOST = 0

  it("are few, each with its reason and in a file that has it", () => {
    const entries = Object.entries(mayRepeat)
    expect(entries.length).toBeLessThanOrEqual(MOST)
    expect(UNLISTED_REPEATS_MOST).toBeLessThanOrEqual(10)
    for (const [title, reason] of entries) {
      const [file = "", ...names] = title.split(" > ")
      expect(readFileSync(file, "utf8")).toContain(names.at(-1))
      expect(reason).not.toBe("")
    }
  })
})

describe("the tests of the exhaustive run", () => {
  const files = readFiles(["tests"], /\.(?:test|model)\.ts$/)

  it("are tagged in every file that has more cases for it", () => {
    expect(files.length).toBeGreaterThan(200)
    const untagged = files.filter(
      ({ code }) => /support\/exhaustive\.ts|accessible-pages\.ts/.test(code) && !hasExhaustiveTests(code),
    )
    expect(untagged.map(({ path }) => path)).toEqual([])
  })

  it("are left out of the normal run, unless they are sweeps", () => {
    const tags = [[], ["sweep"], ["exhaustive"], ["sweep", "exhaustive"]]
    expect(tags.map((each) => isOfRun("normal", each))).toEqual([true, true, false, false])
    expect(tags.map((each) => isOfRun("exhaustive", each))).toEqual([false, true, true, true])
    expect(tags.map((each) => isOfRun("all", each))).toEqual([true, true, true, true])
  })
})

describe("the bench", () => {
  it("compares medians", () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(() => median([])).toThrow()
  })

  it("checks every limit that is stated", () => {
    expect(isWithinReach({ ratioAtMost: 1.3 }, 1.2, 9)).toBe(true)
    expect(isWithinReach({ ratioAtMost: 1.3 }, 1.4, 9)).toBe(false)
    expect(isWithinReach({ ratioAtLeast: 0.6 }, 0.5, 9)).toBe(false)
    expect(isWithinReach({ ratioAtLeast: 0.6, subjectAtMost: 8 }, 0.7, 9)).toBe(false)
    // a floor that shrinks has a ratio below zero, which limits nothing
    expect(isWithinReach({ subjectAtMost: 5 }, -7.5, 0.44)).toBe(true)
  })
})

describe("the lock file", () => {
  interface Locked {
    readonly dependencies?: Readonly<Record<string, string>>
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }

  /** Whether a package in this folder finds a dependency, there or in a folder above. */
  const isLocked = (packages: Readonly<Record<string, Locked>>, from: string, name: string): boolean => {
    const above = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")))
    if (packages[`${from ? `${from}/` : ""}node_modules/${name}`]) return true
    return from !== "" && isLocked(packages, above, name)
  }

  it("holds the packages of every platform, without which npm ci refuses it", () => {
    const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync("package-lock.json", "utf8"))
    const missing = Object.entries(lock.packages).flatMap(([from, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !isLocked(lock.packages, from, name))
        .map((name) => `${name}, wanted by ${from}`),
    )
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
    expect(missing).toEqual([])
    expect(JSON.stringify(lock)).not.toContain('"resolved":"http')
  })
})
