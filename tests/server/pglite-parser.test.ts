import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { describe, expect, it } from "vitest"
import { compileEngine, compileParser, ENGINE_INTERNALS } from "../../server/db/compile-engine.ts"

const versionOf = (name: string): string => {
  const path = createRequire(import.meta.url)
    .resolve(name)
    .replace(/(node_modules\/@?[^/]+\/[^/]+)\/.*/, "$1")
  return String(JSON.parse(readFileSync(`${path}/package.json`, "utf8")).version)
}

describe("the embedded engine's parser", () => {
  it("is exported by this version of PGlite, and compiled without being run", async () => {
    const module = await compileEngine()
    const names = WebAssembly.Module.exports(module).map(({ name }) => name)
    const upgrade = `@electric-sql/pglite ${versionOf("@electric-sql/pglite")} changed: adapt server/db/compile-engine.ts`
    expect(names, upgrade).toEqual(expect.arrayContaining(Object.values(ENGINE_INTERNALS.exports)))
    expect(compileParser(module), upgrade).toBe(true)
  })

  it("is excluded from optimisation by a flag that this version of Node has", () => {
    const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" })
    const upgrade = `Node ${process.version} changed: adapt server/db/compile-engine.ts`
    expect(options, upgrade).toContain(`${ENGINE_INTERNALS.flag} `)
  })

  it("is not found in a module of another engine", () => {
    const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
    expect(compileParser(empty)).toBe(false)
  })
})
