import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const source = join(import.meta.dirname, "../../src")
const read = (file: string): string => readFileSync(join(source, file), "utf8")
const declared = (css: string): readonly string[] =>
  [...css.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)].map(([, name = ""]) => name)

const tokens = new Set(declared(read("styles/tokens.css")))
/** What is said of the whole document does set its tokens. */
const ownOf = (css: string): string => css.replaceAll(/:global\(:root[^{]*\{[^}]*\}/g, "")

it("gives no property of a part the name of a token: where the part does not set it, it would have the token's value", () => {
  const parts = globSync("**/*.module.css", { cwd: source })
  expect(parts.length).toBeGreaterThan(50)
  const taken = parts.flatMap((file) =>
    declared(ownOf(read(file)))
      .filter((name) => tokens.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(taken).toEqual([])
})
