/** Waits for a chunk of vite.config.ts in an open page. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { pagesFolder } from "../../server/paths.ts"

const Manifest = Schema.Record(
  Schema.String,
  Schema.Struct({
    file: Schema.String,
    name: Schema.optional(Schema.String),
    imports: Schema.optional(Schema.Array(Schema.String)),
  }),
)

/** The scripts of a chunk and all they import, from the manifest of the build. */
const scriptsOf = (name: string, pages: string): readonly string[] => {
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
  const named = Object.keys(manifest).find((key) => manifest[key]?.name === name)
  add(named ?? name)
  return [...found].map((file) => `/${file}`)
}

/** Resolves when a chunk has loaded with all that it imports. Later network faults do not affect it. */
export const whenLoaded = async (page: Page, name: string, pages = pagesFolder): Promise<void> => {
  await page.waitForFunction(
    (wanted) => {
      const come = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname))
      return wanted.every((path) => come.has(path))
    },
    scriptsOf(name, pages),
  )
}
