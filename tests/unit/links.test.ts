import { describe, expect, it } from "vitest"
import { isAllowedLink } from "../../src/domain/links.ts"

describe("a link", () => {
  it.each([
    ["https://help.example/a", true],
    ["https://www.help.example", true],
    ["http://help.example", false],
    ["https://nothelp.example", false],
    ["https://help.example.evil.example", false],
    ["https://user:pass@help.example", false],
    ["javascript:alert(1)", false],
    ["//help.example", false],
    ["", false],
  ])("%s is allowed: %s", (link, allowed) => {
    expect(isAllowedLink(link, ["help.example"])).toBe(allowed)
  })
})
