import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const source = join(import.meta.dirname, "../../src")
const read = (file: string): string => readFileSync(join(source, file), "utf8")
const declared = (css: string): readonly string[] =>
  [...css.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)].map(([, name = ""]) => name)

const tokens = new Set(declared(read("styles/tokens.css")))
/** Rules for the whole document may set tokens. */
const ownOf = (css: string): string => css.replaceAll(/:global\(:root[^{]*\{[^}]*\}/g, "")

it("no component names its own property like a token, whose value it would inherit", () => {
  const parts = globSync("**/*.module.css", { cwd: source })
  expect(parts.length).toBeGreaterThan(50)
  const taken = parts.flatMap((file) =>
    declared(ownOf(read(file)))
      .filter((name) => tokens.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(taken).toEqual([])
})
