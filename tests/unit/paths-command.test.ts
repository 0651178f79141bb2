import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { pathsApart } from "../../packages/paths/src/apart.ts"
import { run } from "../../scripts/child-process.ts"
import { projectPaths } from "../../scripts/paths.ts"
import { casesOf } from "../support/exhaustive.ts"

const folder = mkdtempSync(join(tmpdir(), "links-paths-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** The command as a process of its own. */
const commandOf = (...given: readonly string[]) =>
  run("node", ["scripts/paths.ts", ...given], { timeoutMs: 20_000 })

/** What the command says where it refuses. */
const refusalOf = (given: readonly string[]): Promise<string> =>
  projectPaths(given).then(
    () => "nothing is refused",
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )

/** A file as a stranger would bring it; gives its path. */
const file = (name: string, code: string): string => {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}

const lamp = `import { setup } from "xstate"
export const lamp = setup({ types: { events: {} as { type: "press" } | { type: "smash" } } }).createMachine({
  id: "lamp", initial: "dark",
  states: {
    dark: { on: { press: "lit", smash: "broken" } },
    lit: { on: { press: "dark" }, after: { 1000: "dark" } },
    broken: {},
    spare: {},
  },
})
`

const machine = (config: string): string => `import { setup } from "xstate"
export default setup({}).createMachine(${config})
`

describe("npm run paths", () => {
  it("tells the way to a state, with its weight and what each step takes", async () => {
    const output = await projectPaths(["--machine", "withdrawal", "--to", "confirmed", "--format", "json"])
    const set = JSON.parse(output)
    expect(set).toMatchObject({ machine: "withdrawal", kind: "shortest", to: "confirmed", bounds: [] })
    expect(set.paths).toHaveLength(1)
    expect(set.paths[0]).toMatchObject({ start: "closed", weight: 5 })
    expect(set.paths[0].steps.at(-1)).toMatchObject({
      event: { type: "withdrawal.submit" },
      state: "confirmed",
      transitions: ["withdrawal.reviewing|withdrawal.submit|0"],
    })
  })

  it("ends with code 2 and one line where it refuses", async () => {
    const { code, output } = await commandOf("--file", file("twice.mjs", "throw new Error('one\\ntwo')"))
    expect(output).toMatch(/^\S*twice\.mjs cannot be loaded: one {1,2}two\n$/)
    expect(code).toBe(2)
  })

  it("prints at most --max paths and the number of omitted ones", async () => {
    const output = await projectPaths(["--machine", "list", "--kind", "coverage", "--max", "1"])
    expect(output).toContain("coverage: 1 path")
    expect(output).toMatch(/`list\.loadMore` .*\| The end of the shown rows is near /)
    expect(output).toContain("Bounded: 2 more paths were found than asked for")
  })

  it.each([
    ["md", "| 1 | `upload.choose`"],
    ["mermaid", "p1s0 --> p1s1 : upload.choose"],
    ["playwright", 'await bringAbout(page, {"type":"upload.choose"'],
  ])("writes %s", async (format, words) => {
    const output = await projectPaths(["--machine", "upload", "--to", "stored", "--format", format])
    expect(output).toContain(words)
  })

  it("walks what the screens offer, and with --all every event of the table", async () => {
    const given = ["--machine", "deposit", "--to", "confirmed", "--format", "json"]
    const typesOf = (output: string) =>
      JSON.parse(output).paths.map(({ steps }: { steps: { event: { type: string } }[] }) =>
        steps.map(({ event }) => event.type.replace("deposit.", "")).join(" "),
      )
    expect(typesOf(await projectPaths(given))).toEqual(["open choose next change next proofStored submit"])
    expect(typesOf(await projectPaths([...given, "--all"]))).toEqual([
      "open choose change proofStored submit",
    ])
  })

  it("draws several paths as one diagram", async () => {
    const output = await projectPaths(["--machine", "upload", "--format", "mermaid"])
    const paths = output.match(/^ {2}state ".*" as p\d+ \{$/gm) ?? []
    expect(paths.length).toBeGreaterThan(1)
    expect(output.match(/^stateDiagram-v2$/gm)).toHaveLength(1)
  })

  it("tells each step of a test the states before and after it, and what follows", async () => {
    const output = await projectPaths([
      ...["--machine", "upload", "--to", "stored", "--format", "playwright"],
    ])
    expect(output).toMatch(
      /"type":"upload\.choose".*\}, \{"from":"empty","to":"shrinking","next":"upload\.shrunk"\}\)/,
    )
    expect(output).toContain('"to":"stored","next":null}')
  })

  it("writes --out to a file, and says in a sentence where it cannot", async () => {
    const out = join(folder, "set.md")
    const given = ["--machine", "upload", "--to", "stored"]
    expect(await projectPaths([...given, "--out", out])).toBe(`${out}\n`)
    expect(readFileSync(out, "utf8")).toBe(await projectPaths(given))
    expect(await refusalOf([...given, "--out", folder])).toContain("cannot be written: EISDIR")
  })

  it("ends without a trace where its reader has seen enough", { tags: ["exhaustive"] }, async () => {
    const command = `"${process.execPath}" scripts/paths.ts --machine deposit --kind coverage --format json | head -n 1; exit \${PIPESTATUS[0]}`
    const { code, output } = await run("bash", ["-c", command], { timeoutMs: 20_000 })
    expect(output).toBe("{\n")
    expect(code).toBe(0)
  })

  it("takes one of several machines of a file by --export, and a .tsx file", {
    tags: ["exhaustive"],
  }, async () => {
    const two = file(
      "pair.ts",
      lamp +
        lamp
          .replace("const lamp", "const other")
          .replace("lamp", "other")
          .split("\n")
          .slice(1)
          .join("\n")
          .replace('id: "lamp"', 'id: "other"'),
    )
    expect(await projectPaths(["--file", two, "--export", "other"])).toMatch(/^# Paths of other/)
    expect(await refusalOf(["--file", two])).toContain("choose with --export lamp or --export other")
    expect(await refusalOf(["--file", two, "--export", "none"])).toContain("exports no machine as none")
    const view = file("view.tsx", `${lamp}export const View = () => <p onClick={() => lamp}>lit</p>\n`)
    expect(await projectPaths(["--file", view])).toMatch(/^# Paths of lamp/)
    expect(await refusalOf(["--machine", "list", "--export", "x"])).toContain("--export names a machine")
  })

  it("takes a machine from anywhere, finds its delays by itself and names what cannot be reached", async () => {
    const output = await projectPaths(["--file", file("lamp.ts", lamp), "--kind", "coverage"])
    expect(output).toContain("4 of 5 states, 4 of 4 transitions")
    expect(output).toContain("`spare`: no event of the table leads to it")
  })

  it("calls the one situation of a machine without states by the machine's name", {
    tags: ["exhaustive"],
  }, async () => {
    const bare = file("bare.mjs", machine("{ id: 'bell', on: { ring: { actions: 'sound' } } }"))
    const output = await projectPaths(["--file", bare, "--kind", "coverage", "--format", "json"])
    expect(JSON.parse(output).paths).toMatchObject([
      { name: "coverage 1: bell", start: "bell", steps: [{ event: { type: "ring" }, state: "bell" }] },
    ])
  })

  it("names a Node that is too old", async () => {
    const versions =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })"
    const older = ["--import", `data:text/javascript,${versions}`]
    const { code, output } = await run("node", [...older, "packages/paths/src/cli.ts", "--help"])
    expect([code, output]).toEqual([2, "xstate-paths runs on Node 24.7 or newer; this is 22.1.0\n"])
  })

  it("loads a file as a bundler does", async () => {
    mkdirSync(join(folder, "lib"))
    file("tsconfig.json", JSON.stringify({ compilerOptions: { paths: { "@lib/*": ["./lib/*"] } } }))
    file("lib/level.ts", "export enum Level { Low = 'low' }\nexport interface Ev { type: 'go' }\n")
    file("style.css", "a { color: red }")
    const bundle = `import { setup } from "xstate"
import { Level, Ev } from "./lib/level"
import { Level as Same } from "@lib/level"
import "./style.css"
const mark = (_: object, __: string, found: PropertyDescriptor) => found
class Gauge { @mark read() { return Level.Low } }
await Promise.resolve()
export const m = setup({ types: { events: {} as Ev } }).createMachine({ id: "gauge", context: { level: new Gauge().read() },
  on: { go: { guard: ({ context }) => context.level === Same.Low, actions: "x" } } })
export const cases = { inputs: [{}] }
`
    const output = await projectPaths(["--file", file("bundle.ts", bundle), "--kind", "coverage"])
    expect(output).toContain("1 of 1 transitions")
    const lacking = file("lacking.ts", `import { z } from "not-there"\n${lamp}export const y = z`)
    expect(await refusalOf(["--file", lacking])).toContain("Cannot find package 'not-there'")
  })

  it("looks into a script that waits, fails later, exports no machine and has its implementations elsewhere", async () => {
    const script = `import { createActor, createMachine } from "xstate"
const bell = createMachine({ id: "bell", context: { width: window.innerWidth }, initial: "still", states: {
  still: { on: { press: [{ guard: "broken", target: "gone" }, "ringing"] } },
  ringing: { invoke: { id: "sound", src: "play", onDone: "still" } },
  gone: {},
} })
const actor = createActor(bell, { inspect: () => {} })
actor.subscribe(() => { throw new Error("later") })
actor.start()
await new Promise((resolve) => setTimeout(resolve, 20_000))
export const cases = { events: [{ type: "press" }] }
document.title = "bell"
`
    const output = await projectPaths(["--file", file("script.ts", script), "--kind", "coverage"])
    expect(output).toContain("2 of 3 transitions")
    expect(output).toContain("its guard broken is not in the file")
  })

  it("bounds a machine whose context grows without an end", { tags: ["exhaustive"] }, async () => {
    const code = `import { setup, assign } from "xstate"
export default setup({}).createMachine({ id: "count", context: { n: 0 }, on: { more: { actions: assign({ n: ({ context }) => context.n + 1 }) } } })
`
    const output = await projectPaths(["--file", file("count.mjs", code), "--kind", "simple", "--max", "3"])
    expect(output).toContain("more situations than are looked into")
  })
})

type Refused = readonly [what: string, given: readonly string[], words: string]

/** What costs no process, and two of the files from outside. */
const isRepresentative = ([what, given]: Refused): boolean =>
  !given.includes("--file") || ["both", "a file that is not there", "a table without events"].includes(what)

describe("npm run paths refuses, in one sentence,", () => {
  const refused: readonly Refused[] = [
    ["a machine that does not exist", ["--machine", "nothing"], "There is no machine nothing"],
    ["a name that is a path", ["--machine", "../package"], "There is no machine ../package"],
    ["a state that does not exist", ["--machine", "list", "--to", "x"], "The machine list has no state x"],
    ["a kind that does not exist", ["--machine", "list", "--kind", "all"], "--kind is one of"],
    ["a format that does not exist", ["--machine", "list", "--format", "pdf"], "--format is one of"],
    ["no state", ["--machine", "list", "--to", ""], "The machine list has no state without a name"],
    [
      "two of one option",
      ["--machine", "list", "--kind", "simple", "--kind", "simple"],
      "--kind is said more",
    ],
    ["no number", ["--machine", "list", "--max", "1e9"], "--max is a whole number"],
    ["an unknown option", ["--machine", "list", "--deep"], "--deep"],
    ["neither machine nor file", [], "Say either --machine or --file"],
    ["both", ["--machine", "list", "--file", "x.ts"], "Say either --machine or --file"],
    ["a file that is not there", ["--file", join(folder, "none.ts")], "There is no file"],
    ["what is no module", ["--file", file("a.json", "{}")], "is no module"],
    ["a folder", ["--file", folderCalled("f.ts")], "is not a file"],
    ["a file too large", ["--file", file("large.mjs", " ".repeat(1_000_001))], "larger than a machine"],
    ["what does not parse", ["--file", file("torn.mjs", "export default {")], "cannot be loaded"],
    ["what throws", ["--file", file("throw.mjs", "throw new Error('no')")], "cannot be loaded: no"],
    ["no machine", ["--file", file("none.mjs", "export const a = 1")], "exports no machine"],
    [
      "two machines",
      ["--file", file("two.ts", lamp + lamp.replace("const lamp", "const other"))],
      "cannot be",
    ],
    [
      "a table without events",
      ["--file", file("cases.ts", `${lamp}export const cases = {}`)],
      "name no events",
    ],
    [
      "a table of other things than events",
      ["--file", file("odd.ts", `${lamp}export const cases = { events: [null, 5, {}] }`)],
      "events are not a list",
    ],
    [
      "a table that gives no events when it is asked",
      ["--file", file("late.ts", `${lamp}export const cases = { events: () => 5 }`)],
      "events are not a list",
    ],
    [
      "a table whose inputs are none",
      ["--file", file("inputs.ts", `${lamp}export const cases = { events: [], inputs: "abc" }`)],
      "inputs are not a list",
    ],
    ["what ends the process", ["--file", file("exit.mjs", "process.exit(0)")], "ended before it had"],
    [
      "what kills the process it runs in",
      ["--file", file("kill.mjs", 'process.kill(process.pid, "SIGKILL")')],
      "kill.mjs ended the process that looked into it",
    ],
    [
      "what waits for ever",
      ["--file", file("wait.mjs", "await new Promise(() => {})")],
      "ended before it had",
    ],
    [
      "a circle that never rests",
      [
        "--file",
        file("circle.mjs", machine("{ initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } }")),
      ],
      "fails at its start: Infinite loop",
    ],
  ]
  it.each(casesOf(refused, isRepresentative))("%s", { tags: ["sweep"] }, async (_, given, words) => {
    const refusal = await refusalOf(given)
    expect(refusal).toContain(words)
    expect(refusal).not.toMatch(/^\s+at |\.ts:\d/m)
    expect(refusal).not.toContain("\n")
  })
})

describe("a file from outside", () => {
  const wish = { kind: "shortest", format: "md" } as const

  it("is given up where it never ends, and where its machine never does", {
    tags: ["exhaustive"],
  }, async () => {
    const endless = file("endless.mjs", "for (;;) {}")
    await expect(pathsApart(endless, wish, 200)).rejects.toThrow("was given up: no paths after 0.2 s")
    const guard = "{ on: { x: { guard: () => { for (;;) {} }, actions: 'y' } } }"
    await expect(pathsApart(file("brood.mjs", machine(guard)), wish, 1_000)).rejects.toThrow("was given up")
  })

  it("is refused by its name if it is too large, or fails without a plain message", {
    tags: ["sweep"],
  }, async () => {
    const states = (count: number): string =>
      machine(
        `{ initial: 's0', states: Object.fromEntries(Array.from({ length: ${count} }, (_, i) => ['s' + i, {}])) }`,
      )
    const refused: readonly (readonly [string, string, string])[] = [
      ["many.mjs", states(1_001), "a machine of 1002 states; 1000 are looked into"],
      [
        "events.ts",
        `${lamp}export const cases = { events: Array(1001).fill({ type: "press" }) }`,
        "1001 events",
      ],
      ["inputs.ts", `${lamp}export const cases = { events: [], inputs: Array(101).fill(1) }`, "1 to 100"],
      [
        "circle.ts",
        `${lamp}const event = { type: "press" }; event.me = event\nexport const cases = { events: [event] }`,
        "plain JSON",
      ],
      ["odd.mjs", "throw { toString() { for (;;) {} } }", "cannot be loaded"],
      [
        "name.mjs",
        machine(`JSON.parse('{"initial":"__proto__","on":{"x":".__proto__"},"states":{"__proto__":{}}}')`),
        "name.mjs: ",
      ],
      ["clear.mjs", `throw new Error("\\u001b[2J\\u202eone\\r\\ntwo")`, "one  two"],
    ]
    const representatives = ["clear.mjs"]
    for (const [name, code, words] of casesOf(refused, ([file]) => representatives.includes(file))) {
      const answer = pathsApart(file(name, code), wish)
      await expect(answer, name).rejects.toThrow(words)
      await expect(answer, name).rejects.toThrow(name)
      await expect(answer, name).rejects.not.toThrow(/\p{Cc}|\u202e/u)
    }
  })

  it("is looked into as far as there is time, where every one of many events leads on", {
    tags: ["exhaustive"],
  }, async () => {
    const code = `import { setup, assign } from "xstate"
export default setup({ actions: { more: assign({ n: ({ context }) => context.n + 1 }) } }).createMachine({ id: "count", context: { n: 0 }, on: { "*": { actions: "more" } } })
export const cases = { events: Array.from({ length: 1_000 }, (_, i) => ({ type: "e" + i })) }
`
    const text = await pathsApart(file("fan.mjs", code), { ...wish, max: 1 })
    expect(text).toContain("more situations than are looked into")
  })

  it("is given up where it takes the memory", { tags: ["exhaustive"] }, async () => {
    const hoard = file(
      "hoard.mjs",
      "const all = []; for (;;) all.push(new Array(4_000_000).fill(all.length))",
    )
    await expect(pathsApart(hoard, wish)).rejects.toThrow("needs more than 512 MiB of memory")
  })

  it("gives its paths although it would go on, and mixes nothing that it prints into them", {
    tags: ["exhaustive"],
  }, async () => {
    const code = `console.log("hello"); setInterval(() => {}, 1000)\n${lamp}`
    expect(await pathsApart(file("busy.ts", code), wish)).toMatch(/^# Paths of lamp/)
  })

  it("cannot write itself into the test that is made of its machine", async () => {
    const id = 'a"; process.exit() //\n'
    const named = machine(JSON.stringify({ id, initial: "b\nc", states: { "b\nc": {} } }))
    const text = await pathsApart(file("named.mjs", named), { ...wish, format: "playwright" })
    const imported = text.split("\n").filter((line) => line.startsWith("import "))
    expect(imported).toHaveLength(2)
    expect(imported[1]).toMatch(/"\.\/[\w.-]+\.driver\.ts"$/)
    expect(text).not.toMatch(/^(c|\.driver)/m)
  })
})

function folderCalled(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
