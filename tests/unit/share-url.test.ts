import { expect, it } from "vitest"
import { shareUrl } from "../../src/domain/links.ts"

const link = "https://links.example/pages/login/register?code=AB12&x=1"
const encoded = encodeURIComponent(link)
const hosts = ["share.example"]

it.each([
  ["https://share.example/send?text={link}", `https://share.example/send?text=${encoded}`],
  ["https://share.example/{link}?again={link}", `https://share.example/${encoded}?again=${encoded}`],
  ["https://www.share.example/?via=us", `https://www.share.example/?via=us&url=${encoded}`],
])("puts the link into %s, encoded", (entry, expected) => {
  expect(shareUrl(entry, link, hosts)).toBe(expected)
})

it.each([
  "http://share.example/?u={link}",
  "https://evil.example/?u={link}",
  "https://{link}.share.example/",
  "javascript:{link}",
  "{link}",
  "no address",
  "",
])("has no URL for %s", (entry) => {
  expect(shareUrl(entry, link, hosts)).toBeNull()
})
