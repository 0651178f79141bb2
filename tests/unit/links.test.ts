import { describe, expect, it } from "vitest"
import { isAllowedLink, isAllowedPayLink } from "../../src/domain/links.ts"

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
    ["http://127.0.0.1:8443/pay", false],
  ])("%s is allowed: %s", (link, allowed) => {
    expect(isAllowedLink(link, ["help.example"])).toBe(allowed)
  })

  it.each([
    ["http://127.0.0.1:8443/pay", true],
    ["http://localhost/pay", true],
    ["http://user@127.0.0.1/pay", false],
    ["http://127.0.0.1.evil.example/pay", false],
    ["http://help.example/pay", false],
    ["ftp://127.0.0.1/pay", false],
    ["https://help.example/pay", true],
  ])("to a payment page at %s is allowed where this machine is listed: %s", (link, allowed) => {
    expect(isAllowedPayLink(link, ["127.0.0.1", "localhost", "help.example"])).toBe(allowed)
  })

  it("to anything else on this machine needs TLS even where it is listed", () => {
    expect(isAllowedLink("http://127.0.0.1:8443/", ["127.0.0.1"])).toBe(false)
  })
})
