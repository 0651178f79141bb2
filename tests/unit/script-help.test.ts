import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot, run } from "../../scripts/run.ts"

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(projectRoot, "package.json"), "utf8"),
)
/** The tools of others, which have a help of their own. */
const FOREIGN = ["format", "lint", "types"]
const own = Object.entries(scripts).filter(([name]) => !FOREIGN.includes(name))
const HELP = /--require \.\/scripts\/help\.cjs ([\w/-]+\.ts)/

describe("--help", () => {
  it.each(own)("of npm run %s is answered before anything of it runs", async (name, command) => {
    const [, script = "none"] = HELP.exec(command) ?? []
    // the options of `npm run paths` are in its own help
    const given =
      name === "paths"
        ? ["scripts/paths.ts", "--help"]
        : ["--require", "./scripts/help.cjs", script, "--help"]
    const { ok, output } = await run("node", given, { timeoutMs: 20_000 })
    expect(ok, output).toBe(true)
    expect(output).toMatch(/npm (?:run |test\b|start\b)/)
    expect(output).toContain(name.startsWith("test") ? "npm test" : name)
  })
})
