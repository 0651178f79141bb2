import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { withoutDescriptions } from "../../scripts/plain-machines.ts"

const folder = join(import.meta.dirname, "../../machines")

describe("a machine without the words of its chart", () => {
  it("loses descriptions and nothing else", () => {
    const code = `const a = { description: "It's here", on: { x: { target: "y", description: 'why' } } }`
    expect(withoutDescriptions("a.ts", code)).toBe(`const a = {  on: { x: { target: "y",  } } }`)
  })

  it("loses the types of its setup", () => {
    const code = "setup({ types: { context: {} as Context }, guards: {} })"
    expect(withoutDescriptions("a.ts", code)).toBe("setup({  guards: {} })")
  })

  it("keeps a description that is data", () => {
    const code = "const a = { description: text, b: told.description }"
    expect(withoutDescriptions("a.ts", code)).toBe(code)
  })

  it.each(readdirSync(folder).filter((name) => name.endsWith(".ts")))("holds for %s", (name) => {
    const code = readFileSync(join(folder, name), "utf8")
    const plain = withoutDescriptions(name, code)
    expect(code).toContain("description: ")
    expect(plain).not.toContain("description: ")
    expect(withoutDescriptions(name, plain)).toBe(plain)
  })
})
