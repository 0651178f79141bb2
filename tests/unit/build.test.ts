/** What the build and the installation promise: the policy of the page, direct imports, help, the lock file. */
import { readFileSync } from "node:fs"
import { createIntl } from "@formatjs/intl"
import { describe, expect, it } from "vitest"
import english from "../../locales/en.json"
import { run } from "../../scripts/child-process.ts"
import { forwardingOf, importDirectly } from "../../scripts/direct-imports-plugin.ts"
import { hashInline } from "../../scripts/inline-hashes.ts"

it("a text without an entry in locales/en.json does not compile", () => {
  const intl = createIntl({ locale: "en-US", messages: english, onError: () => undefined })
  expect(intl.formatMessage({ id: "login.title" })).toBe(english["login.title"])
  // @ts-expect-error locales/en.json has no such text
  expect(intl.formatMessage({ id: "login.nothing" })).toBe("login.nothing")
})

it("--help of npm start is answered before anything of it runs", async () => {
  const { ok, output } = await run("node", ["scripts/run.mjs", "start", "--help"], { timeoutMs: 60_000 })
  expect(ok, output).toBe(true)
  expect(output).toMatch(/^npm start: builds the app/)
  expect(output.trim().split("\n")).toHaveLength(1)
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
