/** What `npm run mutate:sources` changes, which tests it runs, and how it reads what they noticed. */
import { existsSync, globSync } from "node:fs"
import { parseSync } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { browserSources, browserTestsOf, isModelRun } from "../../scripts/mutate/browser-tests.ts"
import { drawn, type SyntaxNode, type SyntaxPath } from "../../scripts/mutate/change-kinds.ts"
import { atMostLines, changedLinesIn } from "../../scripts/mutate/changed-lines.ts"
import { reasonToIgnore } from "../../scripts/mutate/ignored-texts.ts"
import { orderChanges } from "../../scripts/mutate/order-changes.ts"
import { groupOf, SOURCE_GROUPS, sourcesOf, testsOf } from "../../scripts/mutate/sources.ts"
import { changeIn, isSql, sqlChanges } from "../../scripts/mutate/sql-changes.ts"
import { verdictOf } from "../../scripts/mutate/stryker.ts"
import { listErrors } from "../../scripts/mutate/unnoticed-changes.ts"
import { wholeServerSources, wholeServerTestsOf } from "../../scripts/mutate/whole-server-tests.ts"

describe("the sources that are changed", () => {
  it("are found in each group, and have tests that import them", () => {
    for (const group of SOURCE_GROUPS) expect(sourcesOf(group).length).toBeGreaterThan(5)
    expect(groupOf("machines/order.ts")?.reach).toBe(0.9)
    expect(groupOf("src/ui/Card.tsx")).toBeUndefined()
    const untested = SOURCE_GROUPS.slice(0, 1)
      .flatMap(sourcesOf)
      .filter((file) => testsOf(file).length === 0)
    expect(untested).toEqual([])
  })

  it("are every file of the server, in one group", () => {
    const grouped = SOURCE_GROUPS.flatMap(sourcesOf).filter((file) => file.startsWith("server/"))
    expect(new Set(grouped).size).toBe(grouped.length)
    expect(
      globSync("server/**/*.ts").filter((file) => !grouped.includes(file) && !file.endsWith(".d.ts")),
    ).toEqual([])
  })

  it("are tested by the files that import them, also through a support file", () => {
    expect(testsOf("machines/receipt.ts")).toEqual(["tests/unit/receipt-paths.test.ts"])
    const ofClose = testsOf("machines/close.ts")
    expect(ofClose).toContain("tests/unit/money-properties.test.ts")
    expect(ofClose).not.toContain("tests/unit/machine-files.test.ts")
    // the first loads the machine alone: most changes fail there, and the rest of the tests is not run
    expect(ofClose[0]).toBe("tests/unit/close-scenarios.test.ts")
  })

  it("are tested by those that load them through the app, where no test imports them", () => {
    const tests = testsOf("src/domain/personal.ts")
    expect(tests).toContain("tests/unit/check-receipt.test.ts")
    expect(tests).not.toContain("tests/unit/trade.test.ts")
  })

  it("are tested, in the runtime, by those that load them through the app after those that import them", () => {
    const ofBoot = testsOf("src/runtime/boot-actors.ts")
    const [importing, wired] = ["tests/unit/snapshot-upcasters.test.ts", "tests/unit/entry-forms.test.ts"]
    expect(ofBoot).toEqual(expect.arrayContaining([importing, wired]))
    expect(ofBoot.indexOf(importing)).toBeLessThan(ofBoot.indexOf(wired))
  })

  it("are tested by no more than the dozen that is nearest, first by name and then by imports", () => {
    const ofJournal = testsOf("src/journal/journal.ts")
    expect(ofJournal).toHaveLength(12)
    expect(ofJournal).toContain("tests/unit/journal.test.ts")
    expect(ofJournal).toContain("tests/unit/journal-writing.test.ts")
    for (const file of SOURCE_GROUPS.flatMap(sourcesOf))
      expect(testsOf(file).length).toBeLessThan(file.startsWith("server/") ? 22 : 13)
  })

  it("leave out tests that read a machine as text, and keep them for other sources", () => {
    const own = "tests/unit/leaf-state.test.ts"
    expect(testsOf("machines/deposit.ts")).not.toContain(own)
    expect(testsOf("src/domain/leaf-state.ts")).toContain(own)
  })

  it("are tested, in the server, by the nearest server tests after the unit tests, of those that start no process", () => {
    const ofLedger = testsOf("server/core/ledger.ts")
    expect(ofLedger[0]).toBe("tests/server/ledger.test.ts")
    expect(ofLedger).not.toContain("tests/server/append-only.test.ts")
    const [ofOutcomes, ...further] = testsOf("server/core/stored-outcome.ts")
    expect(ofOutcomes).toBe("tests/unit/stored-outcome.test.ts")
    expect(further).toContain("tests/server/operations.test.ts")
    expect(testsOf("server/core/read-only.ts")).not.toContain("tests/server/auth.test.ts")
    expect(testsOf("server/market/market-time.ts")[0]).toBe("tests/server/market-time.test.ts")
    expect(testsOf("server/settlement/worker.ts")).toContain("tests/server/settlement-late.test.ts")
  })

  it("are tested with a whole server in the test's process by tests that import them alone", () => {
    const withServer = "tests/server/bucket.test.ts"
    expect(testsOf("server/core/bucket.ts")).toContain(withServer)
    expect(testsOf("server/core/signature-v4.ts")).toContain(withServer)
    expect(testsOf("server/core/image-encoding.ts")).toContain("tests/server/uploads.test.ts")
    expect(testsOf("server/payments/wallet.ts")).not.toContain("tests/server/auth.test.ts")
  })

  it("are tested, where they run in a whole server alone, by the tests that start one", () => {
    const changed = SOURCE_GROUPS.flatMap(sourcesOf)
    expect(changed).toEqual(expect.arrayContaining([...wholeServerSources]))
    for (const file of wholeServerSources) {
      expect(testsOf(file)).toEqual(wholeServerTestsOf(file))
      expect(testsOf(file).filter((test) => !existsSync(test))).toEqual([])
    }
    const untested = changed.filter((file) => file.startsWith("server/") && testsOf(file).length === 0)
    // types alone
    expect(untested).toEqual(["server/core/handler.ts"])
  })

  it("are tested by browser tests where they run in a page alone, as hooks do", () => {
    const changed = SOURCE_GROUPS.flatMap(sourcesOf)
    const inBrowser = changed.filter((file) => browserTestsOf(file).length > 0)
    expect(inBrowser).toContain("src/runtime/time-travel-actors.ts")
    expect(browserSources.toSorted()).toEqual(inBrowser.toSorted())
    for (const file of inBrowser) {
      expect(testsOf(file)).toEqual(browserTestsOf(file))
      expect(browserTestsOf(file).filter((test) => !existsSync(test))).toEqual([])
      // one run has one build and one site
      expect(new Set(browserTestsOf(file).map(isModelRun)).size).toBe(1)
    }
    // what React calls in a page, but for the context itself
    const hooks = changed.filter((file) => /^src\/runtime\/hooks\/use-/.test(file))
    expect(hooks.filter((file) => !inBrowser.includes(file))).toEqual([])
  })

  it("leave descriptions, types and messages of errors as they are", () => {
    const property = (name: string) => ({ type: "ObjectProperty", key: { type: "Identifier", name } })
    expect(reasonToIgnore(property("description"))).toBe("a description")
    const object = (...names: readonly string[]) => ({
      type: "ObjectExpression",
      properties: names.map(property),
    })
    expect(reasonToIgnore(object("description"))).toBe("a description")
    expect(reasonToIgnore(object("description", "target"))).toBeUndefined()
    expect(reasonToIgnore(object())).toBeUndefined()
    expect(reasonToIgnore(property("types"))).toBe("types")
    expect(reasonToIgnore(property("target"))).toBeUndefined()
    const call = (type: string, name: string) => ({ type, callee: { type: "Identifier", name } })
    expect(reasonToIgnore(call("NewExpression", "RangeError"))).toBe("the message of an error")
    expect(reasonToIgnore(call("NewExpression", "Map"))).toBeUndefined()
    expect(reasonToIgnore(call("CallExpression", "unprovided"))).toBe("the message of an error")
    expect(reasonToIgnore(call("CallExpression", "assign"))).toBeUndefined()
    const span = { type: "CallExpression", callee: { property: { name: "fn" } } }
    expect(reasonToIgnore(span)).toBe("the name of a span")
  })
})

describe("SQL", () => {
  const statement = `update balances set available = available + $2
    where member_id = $1 and available + $2 >= 0 and asset = 'NGN'`
  const changes = sqlChanges(statement)

  it("is known by its words", () => {
    for (const text of [statement, "select 1", "frozen_at_ms is null", "case when $1 then", "(1::smallint)"])
      expect(isSql(text), text).toBe(true)
    for (const text of ["NGN", "The account is frozen", "remark.contract"])
      expect(isSql(text), text).toBe(false)
  })

  it("is changed in bounds, signs, conditions and literals, in one place at a time", () => {
    expect(changes.map(changeIn)).toEqual([
      {
        line: 1,
        change:
          "= $1 and available + $2 >= 0 and asset = 'NGN' → = $1 and available + $2 > 0 and asset = 'NGN'",
      },
      { line: 0, change: expect.stringContaining("available - $2 where") },
      { line: 1, change: expect.stringContaining("available - $2 >= 0") },
      { line: 1, change: expect.stringContaining("asset = 'changed'") },
      { line: 1, change: expect.stringContaining("where true and available") },
      { line: 1, change: expect.stringMatching(/ and true$/) },
    ])
    for (const changed of changes) expect(changed.replace(/\/\*.*?\*\//, "")).not.toBe(statement)
    expect(sqlChanges(statement, 5).map((changed) => changeIn(changed)?.line)).toEqual([6, 5, 6, 6, 6, 6])
    expect(changeIn(statement)).toBeNull()
  })

  it("is named in a report by the place of its change", () => {
    const location = { start: { line: 7, column: 3 }, end: { line: 8, column: 9 } }
    const mutants = [{ replacement: `\`${changes[2] ?? ""}\``, status: "NoCoverage", location }]
    expect(verdictOf("a.ts", { files: { "a.ts": { source: "", mutants } } }).unnoticed).toEqual([
      { line: 8, change: changeIn(changes[2] ?? "")?.change, isRun: false },
    ])
  })
})

describe("the changes of our own", () => {
  const isNode = (value: object): value is SyntaxNode => "type" in value && typeof value.type === "string"

  /** What the kinds make of a code: "kind: text". */
  const changesOf = (code: string): readonly string[] => {
    const textOf = (node: unknown): string =>
      typeof node === "object" && node !== null && "start" in node && "end" in node
        ? code.slice(Number(node.start), Number(node.end))
        : ""
    const pathsIn = (node: SyntaxNode, parent: SyntaxNode): readonly SyntaxPath[] => {
      const parts = Object.values(node)
        .flat()
        .filter((part): part is SyntaxNode => isNode(Object(part)))
      const get = (key: string): SyntaxPath => {
        const [list = "", index = ""] = key.split(".")
        return path(Reflect.get(Object(node[list]), index), node)
      }
      const path = (own: SyntaxNode, above: SyntaxNode): SyntaxPath => ({
        ...{ node: own, parent: above, get, toString: () => textOf(own) },
      })
      return [path(node, parent), ...parts.flatMap((part) => pathsIn(part, node))]
    }
    const { program } = parseSync("a.ts", code)
    return pathsIn({ ...program }, { ...program }).flatMap((path) =>
      orderChanges.flatMap(({ name, mutate }) =>
        [...mutate(path)].map(({ leadingComments, elements, ...node }) => {
          const [{ value = null } = {}] = Array.isArray(leadingComments) ? leadingComments : []
          const list = Array.isArray(elements) ? elements.map(textOf).join() : textOf(node)
          return `${name}: ${value ?? list}`
        }),
      ),
    )
  }

  it("leave out an await, or the carrying out of an effect, whose value is not used", () => {
    const code = "async () => { await one(); const two = await three() }"
    expect(changesOf(code)).toEqual(["Wait: one()"])
    expect(changesOf("function* f() { yield* one(); yield two() }")).toEqual(["Wait: one()"])
  })

  it("swap the neighbours in a list of actions, and in no other list", () => {
    const code = `const m = { entry: ["a", "b", c], exit: ["d"], others: ["e", "f"] }`
    expect(changesOf(code)).toEqual([`ActionOrder: "b","a",c`, `ActionOrder: "a",c,"b"`])
  })

  it("swap neighbouring calls, awaited or not, but no assignments, and nothing with a super class's", () => {
    const code = "async () => { one(); await two(); x = 3; four() }"
    expect(changesOf(code)).toContain("CallOrder:  await two(); one(); ")
    expect(changesOf(code).filter((change) => change.startsWith("CallOrder"))).toHaveLength(1)
    expect(changesOf("class A extends B { constructor() { super(); one() } }")).toEqual([])
  })
})

it("a draw leaves one of so many changes, the same ones for a seed", () => {
  const path = (start: number): SyntaxPath => {
    const node = { type: "Number", start }
    return { node, parent: node, get: path.bind(null, start), toString: () => `${start}` }
  }
  const kind = {
    name: "Double",
    *mutate({ node }: SyntaxPath) {
      yield { ...node, nth: 1 }
      yield { ...node, nth: 2 }
    },
  }
  const changesBy = (oneIn: number, seed: string) =>
    drawn([kind], { oneIn, seed }).flatMap(({ name, mutate }) =>
      Array.from({ length: 1_000 }, (_, start) => [...mutate(path(start))]).flatMap((changes) => {
        expect(name).toBe("Double")
        return changes.map(({ start, nth }) => `${start} ${nth}`)
      }),
    )
  expect(changesBy(1, "a")).toHaveLength(2_000)
  const fifth = changesBy(5, "a")
  expect(fifth.length).toBeGreaterThan(340)
  expect(fifth.length).toBeLessThan(460)
  expect(fifth).toEqual(changesBy(5, "a"))
  expect(fifth).not.toEqual(changesBy(5, "b"))
})

describe("a report", () => {
  const at = (line: number, from: number, to: number) => ({
    start: { line, column: from },
    end: { line, column: to },
  })
  const report = {
    files: {
      "machines/a.ts": {
        source: "const a = 1 + 2\nconst b = c\n  ? 1 : 2",
        mutants: [
          { replacement: "1 - 2", status: "Survived", location: at(1, 11, 16) },
          { replacement: "true", status: "Killed", location: at(2, 11, 12) },
          { replacement: "false", status: "Timeout", location: at(2, 11, 12) },
          {
            replacement: "{}",
            status: "NoCoverage",
            location: { start: { line: 2, column: 7 }, end: { line: 3, column: 4 } },
          },
          { replacement: "x", status: "RuntimeError", location: at(2, 11, 12) },
          { replacement: "y", status: "Ignored", location: at(2, 11, 12) },
        ],
      },
    },
  }
  const verdict = verdictOf("machines/a.ts", report)

  it("counts what is noticed, and names the rest with the code before and after", () => {
    expect(verdict).toEqual({
      file: "machines/a.ts",
      all: 4,
      noticed: 2,
      unnoticed: [
        { line: 1, change: "1 + 2 → 1 - 2", isRun: true },
        { line: 2, change: "b = c ? → {}", isRun: false },
      ],
    })
    expect(verdictOf("machines/b.ts", report)).toMatchObject({ all: 0, noticed: 0 })
  })

  it("is held against the list of reasons both ways", () => {
    expect(listErrors(verdict, { "1 + 2 → 1 - 2": "a reason", "gone → here": "a reason" })).toEqual({
      missing: ["b = c ? → {}"],
      needless: ["gone → here"],
    })
  })
})

it("the changed lines of a diff are those that it adds", () => {
  const diff = `diff --git a/machines/a.ts b/machines/a.ts
--- a/machines/a.ts
+++ b/machines/a.ts
@@ -3 +3,2 @@ const a
-x
+y
+z
@@ -9,2 +10,0 @@
-gone
-too
@@ -20 +19 @@
-a
+b
diff --git a/src/b.ts b/src/b.ts
--- a/src/b.ts
+++ b/src/b.ts
@@ -0,0 +1 @@
+new
`
  expect([...changedLinesIn(diff)]).toEqual([
    [
      "machines/a.ts",
      [
        { from: 3, to: 4 },
        { from: 19, to: 19 },
      ],
    ],
    ["src/b.ts", [{ from: 1, to: 1 }]],
  ])
})

it("a large change is cut to as many lines, of the files that the seed draws", () => {
  const lines = new Map([
    [
      "machines/a.ts",
      [
        { from: 3, to: 4 },
        { from: 19, to: 28 },
      ],
    ],
    ["src/b.ts", [{ from: 1, to: 5 }]],
  ])
  const sizes = (most: number, seed: string) => {
    const { chosen, left } = atMostLines(lines, most, seed)
    const taken = [...chosen.values()].flat().reduce((sum, { from, to }) => sum + to - from + 1, 0)
    return { files: [...chosen.keys()], taken, left }
  }
  expect(sizes(Number.POSITIVE_INFINITY, "1")).toMatchObject({ taken: 17, left: 0 })
  const cut = ["1", "2", "3", "4", "5", "6"].map((seed) => sizes(4, seed))
  for (const { files, taken, left } of cut) expect([files.length, taken, left]).toEqual([1, 4, 13])
  expect(new Set(cut.flatMap(({ files }) => files)).size).toBe(2)
})
