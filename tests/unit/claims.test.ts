import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import english from "../../locales/en.json" with { type: "json" }
import { demoNetworks } from "../../server/content/seed/seed.ts"
import { cryptoAddressProblem } from "../../src/domain/crypto-address.ts"
import { claims, statements } from "./claims.ts"

const CLAIM =
  /\b(?:real|never|always|at once|immediately|proved|guaranteed?|no(?:body)?|nothing|none|published|encrypted|back-test|all of it|can’t buy|we’ll still|private|protects?|limits? (?:a|the) loss)\b/i
/** Names, placeholders, and what an empty list says, claim nothing. */
const HARMLESS =
  /\breal[- ]name\b|\{\w+\}|^No [^.,:]+ (?:yet|at the moment|of this kind)\b|^(?:No answer has come|Nothing to read here) yet\b/gi

const claimsIn = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(texts)
    // the console speaks to developers
    .filter(([id, text]) => !id.startsWith("inspect.") && CLAIM.test(text.replace(HARMLESS, "")))
    .map(([id]) => id)

const listed = [...claims.flatMap(({ messages }) => messages), ...statements]

describe("a claim of the texts", () => {
  it("is listed with its evidence, or as a statement that promises nothing", () => {
    expect(claimsIn(english).filter((id) => !listed.includes(id))).toEqual([])
    expect(claimsIn({ "home.new": "Your money is always safe.", "home.name": "Your real name" })).toEqual([
      "home.new",
    ])
  })

  it("is listed once, and only while it is made", () => {
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([])
    expect(listed.filter((id) => !claimsIn(english).includes(id))).toEqual([])
  })

  it("rests on a test that exists", () => {
    const missing = claims.filter(
      ({ file, title }) => !existsSync(file) || !readFileSync(file, "utf8").includes(title),
    )
    expect(missing).toEqual([])
  })
})

describe("the credit score", () => {
  it("is read by nothing that decides about money", () => {
    const files = ["payments", "orders", "settlement"].flatMap((folder) =>
      readdirSync(`server/${folder}`).map((name) => `server/${folder}/${name}`),
    )
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => /creditScoreOf|levelOf/.test(readFileSync(file, "utf8")))).toEqual([])
  })
})

it("the demo's deposit addresses have no owner: no wallet takes them", () => {
  const taken = demoNetworks.filter(({ address, format }) => cryptoAddressProblem(address, format) === null)
  expect(demoNetworks.length).toBeGreaterThan(0)
  expect(taken).toEqual([])
})
