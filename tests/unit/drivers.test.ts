// @module-tag exhaustive
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { machineNames } from "../../scripts/charts/machines.ts"
import { projectRoot, run } from "../../scripts/child-process.ts"
import { driverOf } from "../../scripts/driver.ts"

const folder = join(projectRoot, ".cache", `drivers-${process.pid}`)
const driver = (...given: readonly string[]) => run("node", ["scripts/driver.ts", ...given])
const fileOf = (name: string): string => join(folder, `${name}.driver.ts`)

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  const config = { extends: "../../tsconfig.json", include: ["*.ts"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a written driver", () => {
  it("of every machine compiles; without one of its events or states it does not", async () => {
    for (const name of machineNames()) {
      writeFileSync(fileOf(name), await driverOf(name, folder))
    }
    expect(readdirSync(folder)).toHaveLength(machineNames().length + 1)
    const without = (name: string, entry: string): void => {
      const code = readFileSync(fileOf(name), "utf8")
      const line = new RegExp(`^ {4}${entry}: .*\\n`, "m")
      expect(code).toMatch(line)
      writeFileSync(fileOf(name), code.replace(line, ""))
    }
    without("close", '"close.confirm"')
    without("upload", "shrinking")
    const { output } = await run("tsc", ["-p", folder, "--pretty", "false", "--checkers", "1"])
    const errors = output.split("\n").filter((line) => line.includes("error TS"))
    expect(errors).toHaveLength(2)
    expect(errors[0]).toMatch(/close\.driver\.ts.* Property '"close\.confirm"' is missing/)
    expect(errors[1]).toMatch(/upload\.driver\.ts.* Property 'shrinking' is missing/)
  }, 120_000)

  it("never overwrites a file, and names what it cannot write", async () => {
    const own = join(folder, "own.txt")
    writeFileSync(own, "mine")
    const { code, output } = await driver("--machine", "close", "--out", own)
    expect(code).toBe(2)
    expect(output).toContain("EEXIST")
    expect(readFileSync(own, "utf8")).toBe("mine")
    rmSync(own)
    const unknown = await driver("--machine", "nothing")
    expect(unknown.code).toBe(2)
    expect(unknown.output).toContain("There is no machine nothing")
    expect(existsSync(own)).toBe(false)
  })
})
