import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { run } from "../../scripts/run.ts"

const folder = mkdtempSync(join(tmpdir(), "links-paths-"))
afterAll(() => rmSync(folder, { recursive: true }))

const paths = (...given: readonly string[]) =>
  run("node", ["scripts/paths.ts", ...given], { timeoutMs: 20_000 })

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

describe("npm run paths", () => {
  it("tells the way to a state, with its weight and what each step takes", async () => {
    const { ok, output } = await paths("--machine", "withdrawal", "--to", "accepted", "--format", "json")
    expect(ok).toBe(true)
    const set = JSON.parse(output)
    expect(set).toMatchObject({ machine: "withdrawal", kind: "shortest", to: "accepted", bounds: [] })
    expect(set.paths).toHaveLength(1)
    expect(set.paths[0]).toMatchObject({ start: "closed", weight: 7 })
    expect(set.paths[0].steps.at(-1)).toMatchObject({
      event: { type: "withdrawal.accepted" },
      state: "accepted",
      transitions: ["withdrawal.submitting|withdrawal.accepted|0"],
    })
  })

  it("keeps to the number asked for and says that there is more", async () => {
    const { output } = await paths("--machine", "list", "--kind", "coverage", "--max", "1")
    expect(output).toContain("coverage: 1 path")
    expect(output).toContain("Bounded: 7 more paths were found than asked for")
  })

  it.each([
    ["md", "| 1 | `upload.choose`"],
    ["mermaid", "s0 --> s1 : upload.choose"],
    ["playwright", 'await bringAbout(page, {"type":"upload.choose"'],
  ])("writes %s", async (format, words) => {
    const { ok, output } = await paths("--machine", "upload", "--to", "stored", "--format", format)
    expect(ok).toBe(true)
    expect(output).toContain(words)
  })

  it("takes a machine from anywhere, finds its delays by itself and names what cannot be reached", async () => {
    const { ok, output } = await paths("--file", file("lamp.ts", lamp), "--kind", "coverage")
    expect(output).toContain("4 of 5 states, 4 of 4 transitions")
    expect(output).toContain("`spare`: no event of the table leads to it")
    expect(ok).toBe(true)
  })

  it("bounds a machine whose context grows without an end", async () => {
    const code = `import { setup, assign } from "xstate"
export default setup({}).createMachine({ id: "count", context: { n: 0 }, on: { more: { actions: assign({ n: ({ context }) => context.n + 1 }) } } })
`
    const { ok, output } = await paths("--file", file("count.mjs", code), "--kind", "simple", "--max", "3")
    expect(ok).toBe(true)
    expect(output).toContain("more situations than are looked into")
  })
})

const machine = (config: string): string => `import { setup } from "xstate"
export default setup({}).createMachine(${config})
`

describe("npm run paths refuses, in one sentence,", () => {
  it.each([
    ["a machine that does not exist", ["--machine", "nothing"], "There is no machine nothing"],
    ["a name that is a path", ["--machine", "../package"], "There is no machine ../package"],
    ["a state that does not exist", ["--machine", "list", "--to", "x"], "The machine list has no state x"],
    ["a kind that does not exist", ["--machine", "list", "--kind", "all"], "--kind is one of"],
    ["a format that does not exist", ["--machine", "list", "--format", "pdf"], "--format is one of"],
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
      "a circle that never rests",
      [
        "--file",
        file("circle.mjs", machine("{ initial: 'a', states: { a: { always: 'b' }, b: { always: 'a' } } }")),
      ],
      "fails at its start: Infinite loop",
    ],
    [
      "a guard that throws",
      [
        "--file",
        file(
          "guard.mjs",
          machine("{ id: 'g', on: { x: { guard: () => { throw new Error('oh') }, actions: 'y' } } }"),
        ),
      ],
      "oh",
    ],
  ])("%s", async (_, given, words) => {
    const { ok, output } = await paths(...given)
    expect(output).toContain(words)
    expect(output).not.toContain("    at ")
    expect(ok).toBe(false)
  })
})

function folderCalled(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
