import { describe, expect, it } from "vitest"
import {
  isAllowedLink,
  isAllowedPayLink,
  isCaptionsPath,
  isLoopbackUrl,
  isVideoPath,
} from "../../src/domain/links.ts"

describe("a link", () => {
  it.each([
    ["https://help.example/a", true],
    ["https://HELP.example/a", true],
    ["https://", false],
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
    expect(isAllowedLink(link, ["other.example", "", "help.example"])).toBe(allowed)
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

  it("is allowed nowhere without a host, and on this machine only where that is listed", () => {
    expect(isAllowedLink("https://help.example", [])).toBe(false)
    expect(isAllowedLink("https://help.example.", [""])).toBe(false)
    expect(isAllowedPayLink("http://localhost/pay", ["help.example", "127.0.0.1"])).toBe(false)
    expect(isAllowedPayLink("", ["", "localhost"])).toBe(false)
  })

  it.each([
    ["http://localhost:3000/", true],
    ["http://127.0.0.1", true],
    ["http://127.255.20.130/a", true],
    ["http://[::1]:8443/", true],
    ["http://[::2]/", false],
    ["http://128.0.0.1", false],
    ["http://127.0.0.1.example", false],
    ["http://a127.0.0.1.example", false],
    ["http://localhost.example", false],
    ["https://localhost", false],
    ["http://user@localhost", false],
    ["http://:word@localhost", false],
    ["localhost", false],
    ["", false],
  ])("%s leads to this machine: %s", (link, leads) => {
    expect(isLoopbackUrl(link)).toBe(leads)
  })

  it.each([
    ["/media/company.en.webm", true, false],
    ["/media/a-b_1.mp4", true, false],
    ["/media/company.en.vtt", false, true],
    ["/media/a.vtt", false, true],
    ["/media/company..vtt", false, false],
    ["/media/.vtt", false, false],
    ["/media/.mp4", false, false],
    ["/media/a.mp4x", false, false],
    ["/media/a.vttx", false, false],
    ["x/media/a.mp4", false, false],
    ["x/media/a.vtt", false, false],
    ["/media/../a.mp4", false, false],
    ["/media/b/a.vtt", false, false],
    ["/media/a!.mp4", false, false],
    ["/media/a.b!.mp4", false, false],
    ["/media/a!.vtt", false, false],
    ["/media/a.b!.vtt", false, false],
    ["/media/aXmp4", false, false],
    ["/media/aXvtt", false, false],
    ["", false, false],
  ])("%s is a video: %s, captions: %s", (path, isVideo, isCaptions) => {
    expect([isVideoPath(path), isCaptionsPath(path)]).toEqual([isVideo, isCaptions])
  })

  it("to anything else on this machine needs TLS even where it is listed", () => {
    expect(isAllowedLink("http://127.0.0.1:8443/", ["127.0.0.1"])).toBe(false)
  })
})
