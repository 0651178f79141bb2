/** Whether the code of a module has come to a page that is open. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { pagesFolder } from "../../server/paths.ts"

const Manifest = Schema.Record(
  Schema.String,
  Schema.Struct({ file: Schema.String, imports: Schema.optional(Schema.Array(Schema.String)) }),
)

/** The scripts without which the module cannot run, as the build whose pages lie there names them: its own and all that they import. */
const scriptsOf = (module: string, pages: string): readonly string[] => {
  const text = readFileSync(join(pages, ".vite/manifest.json"), "utf8")
  const manifest = Schema.decodeUnknownSync(Manifest)(JSON.parse(text))
  const found = new Set<string>()
  const add = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`${pages} was built without ${key}`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add(module)
  return [...found].map((file) => `/${file}`)
}

/** Resolves when everything that a module needs has come to the page: what goes wrong with code from then on does not concern it. */
export const whenBrought = async (page: Page, module: string, pages = pagesFolder): Promise<void> => {
  await page.waitForFunction(
    (wanted) => {
      const come = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname))
      return wanted.every((path) => come.has(path))
    },
    scriptsOf(module, pages),
  )
}
