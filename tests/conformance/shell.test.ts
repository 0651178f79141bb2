// @module-tag sweep
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { casesOf } from "../support/exhaustive.ts"
import type { Case } from "./area.ts"
import { isMalformed, readCaseFile, SHARED_FILE, UnusableFile } from "./case-file.ts"
import { judge, type Verdict } from "./judge.ts"
import { openToolbox } from "./tools.ts"

const toolbox = openToolbox()
afterAll(() => toolbox.close())

const { fixture } = readCaseFile(SHARED_FILE)
const tools = toolbox.toolsFor(fixture)
const judged = (one: Case): Promise<Verdict> => judge(one, tools)

const casesIn = (path: string): readonly Case[] => {
  const { entries } = readCaseFile(path)
  const broken = entries.filter(isMalformed)
  if (broken.length > 0) throw new Error(broken.map(({ id, reason }) => `${id}: ${reason}`).join("; "))
  return entries.filter((entry): entry is Case => !isMalformed(entry))
}

const files = [
  "shell.json",
  ...readdirSync(import.meta.dirname).filter((name) => /^more.*\.json$/.test(name)),
]

/** Of the cases that are not the specification's own, a normal run judges few of each file. */
const EVERY = 32

describe.each(files)("%s", (name) => {
  const cases = casesIn(join(import.meta.dirname, name))
  const isJudged = (one: Case): boolean => name === "shell.json" || cases.indexOf(one) % EVERY === 0
  for (const one of casesOf(cases, isJudged)) {
    it(one.id, async () => {
      expect(await judged(one)).toEqual({ id: one.id, ok: true })
    })
  }
})

describe("a case that is false", () => {
  it.each(casesIn(join(import.meta.dirname, "false.json")))("$id fails", async (one) => {
    const { ok, reason } = await judged(one)
    expect(ok).toBe(false)
    expect(reason).toMatch(/got .*, wanted /)
  })
})

/** Computed, because an object with a literal `then` looks like a promise. */
const EXPECTED = "then"
const expecting = (expected: Case["then"]): Pick<Case, "then"> => ({ [EXPECTED]: expected })
const base: Case = {
  id: "x",
  area: "navigation.arguments",
  given: { stack: ["login"] },
  when: [{ call: "navigateTo", url: "/pages/a/a" }],
  ...expecting({ errMsg: "navigateTo:ok" }),
  adopt: "seed",
}

describe("what cannot be understood fails", () => {
  it.each<[string, Partial<Case>, RegExp]>([
    ["an area", { area: "cooking" }, /^unknown area "cooking"$/],
    ["a key of then", expecting({ colour: "red" }), /^"colour" was not observed/],
    [
      "nothing expected",
      expecting({ note: "an explanation" }),
      /^it expects nothing that could be observed$/,
    ],
    ["a key of given", { given: { weather: "fine" } }, /^"weather" in "given" is not understood$/],
    ["a key of a step", { when: [{ shout: "a" }] }, /^"shout" in "when" is not understood$/],
    ["two steps in one", { when: [{ waitMs: 5, browser: "back" }] }, /^the step .* is not understood$/],
    ["a call", { when: [{ call: "fly", url: "/" }] }, /^no call is named fly$/],
    ["a page", { given: { stack: ["nowhere"] } }, /^no page is called nowhere$/],
    ["words", { adopt: "quirk", better: "be nicer" }, /^the words of "better" are not understood: be nicer$/],
    [
      "a wait without an end",
      { area: "toast", given: {}, when: [{ call: "hideToast" }, { waitMs: 1e12 }] },
      /^1000000000000 ms are longer than a case may wait/,
    ],
  ])("%s", async (_, change, reason) => {
    const verdict = await judged({ ...base, ...change })
    expect(verdict.ok).toBe(false)
    expect(verdict.reason).toMatch(reason)
  })
})

describe("a file of cases", () => {
  const readBack = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "cases-"))
    const path = join(folder, "cases.json")
    writeFileSync(path, text)
    try {
      return readCaseFile(path).entries
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it.each<[string, RegExp]>([
    ["[{", /is not JSON/],
    ["{}", /is not a list of cases/],
    ["[]", /holds no case/],
    ['[{"id":"_fixture","given":{}}]', /does not say which routes/],
  ])("is unusable: %s", (text, reason) => {
    expect(() => readBack(text)).toThrow(UnusableFile)
    expect(() => readBack(text)).toThrow(reason)
    expect(() => readCaseFile("/nowhere/cases.json")).toThrow(/cannot be read/)
  })

  it("has malformed cases, and the later of two with one id", () => {
    const cases = [
      base,
      base,
      ...[{ area: 5 }, { when: null }, expecting({}), { adopt: "perhaps" }, { adopt: "quirk" }],
    ].map((change, index) => (index < 2 ? base : { ...base, ...change, id: `y${index}` }))
    // an editor may put a mark before the text
    expect(readBack(`\uFEFF${JSON.stringify(cases)}`).map(isMalformed)).toEqual([
      false,
      ...Array(6).fill(true),
    ])
  })
})
