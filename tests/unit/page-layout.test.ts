import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const folder = join(createRequire(import.meta.url).resolve("react-dom/package.json"), "..")
const source = readFileSync(join(folder, "cjs/react-dom-client.development.js"), "utf8")

describe("React's way of hiding the content of an Activity", () => {
  it("is an inline display of none, as src/app/page-layout.ts assumes", () => {
    const changed = "react-dom hides in another way now: adapt src/app/page-layout.ts"
    expect(source, changed).toContain('.setProperty("display", "none", "important")')
  })

  it("ends by setting the inline display again, so that removing it earlier does no harm", () => {
    const changed = "react-dom shows in another way now: adapt src/app/page-layout.ts"
    expect(source, changed).toMatch(/function unhideInstance\([^)]*\) \{[^}]*instance\.style\.display =/)
  })
})
