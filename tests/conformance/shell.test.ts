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

const { fixture, entries: shared } = readCaseFile(SHARED_FILE)

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

/** Computed, because an object with a literal `then` looks like a promise. */
const EXPECTED = "then"
const expecting = (expected: Case["then"]): Pick<Case, "then"> => ({ [EXPECTED]: expected })

/** Of the cases that are not the specification's own, a normal run judges every eighth. */
const EVERY = 8

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

describe("what cannot be understood fails", () => {
  const base: Case = {
    id: "x",
    area: "navigation.arguments",
    given: { stack: ["login"] },
    when: [{ call: "navigateTo", url: "/pages/a/a" }],
    ...expecting({ errMsg: "navigateTo:ok" }),
    adopt: "seed",
  }

  it.each<[string, Partial<Case>, RegExp]>([
    ["an area", { area: "cooking" }, /^unknown area "cooking"$/],
    ["a key of then", expecting({ colour: "red" }), /^"colour" was not observed/],
    ["a key of given", { given: { weather: "fine" } }, /^"weather" in "given" is not understood$/],
    ["a key of a step", { when: [{ shout: "a" }] }, /^"shout" in "when" is not understood$/],
    ["a call", { when: [{ call: "fly", url: "/" }] }, /^no call is named fly$/],
    ["a page", { given: { stack: ["nowhere"] } }, /^no page is called nowhere$/],
    ["a hook", { given: { "a.onLoad": "sings" } }, /^the hook "sings" is not understood$/],
    ["words", { adopt: "quirk", better: "be nicer" }, /^the words of "better" are not understood: be nicer$/],
    [
      "a storage",
      { area: "storage", given: { storage: "rusty" }, when: [] },
      /^the storage "rusty" is not understood$/,
    ],
    [
      "a call of storage",
      { area: "storage", given: {}, when: [{ call: "eatSync" }] },
      /^no call is named eatSync$/,
    ],
    [
      "a step of storage",
      { area: "storage", given: {}, when: [{ key: "a" }] },
      /^the step .* is not understood$/,
    ],
    [
      "a call of languages",
      { area: "locale", given: {}, when: [{ call: "singLocale" }] },
      /^no call is named sing/,
    ],
    ["a step of languages", { area: "locale", given: {}, when: [{}] }, /^a step does nothing$/],
    [
      "a step of lengths",
      { area: "units", given: {}, when: [{ width: 5 }] },
      /^the step .* is not understood$/,
    ],
    [
      "a width",
      { area: "units", given: { viewportWidth: "5" }, when: [] },
      /^"viewportWidth" has to be a number/,
    ],
    [
      "a condition of choosing",
      { area: "arguments", given: { mood: 1 }, when: [{ call: "chooseFile" }] },
      /^"mood" in/,
    ],
    [
      "a kind of argument",
      { area: "arguments", given: { protocol: { a: { type: "Colour" } } }, when: [{ validate: ["red"] }] },
      /^no kind of argument is named "Colour"$/,
    ],
    ["a condition of touching", { area: "gesture", given: { glove: true }, when: [] }, /^"glove" in "given"/],
    [
      "a condition of scrolling",
      { area: "scroll", given: { scrollable: "far" }, when: [] },
      /has to be a number/,
    ],
    [
      "a condition of slides",
      { area: "swiper", given: { items: "3" }, when: [] },
      /^"items" has to be a number/,
    ],
    [
      "a rule of an argument",
      { area: "arguments", given: { protocol: { a: { kind: "String" } } }, when: [{ validate: [1] }] },
      /^"kind" in "protocol" is not understood$/,
    ],
    [
      "an option of a request",
      { area: "arguments", given: {}, when: [{ call: "request", colour: 1 }] },
      /^"colour" in "when" is not understood$/,
    ],
    [
      "an option of a modal",
      { area: "modal", given: { open: true, size: 1 }, when: [] },
      /^"size" in "given" is not understood$/,
    ],
    [
      "a place on a modal",
      { area: "modal", given: { open: true }, when: [{ tap: "title" }] },
      /^nothing is called title on a modal$/,
    ],
    [
      "a key of the keyboard",
      { area: "modal", given: { open: true }, when: [{ press: "F1" }] },
      /^no key is called F1$/,
    ],
    [
      "what is given to a toast",
      { area: "toast", given: { theme: "dark" }, when: [{ call: "hideToast" }] },
      /^"theme" in "given" is not understood$/,
    ],
    ["two steps in one", { when: [{ waitMs: 5, browser: "back" }] }, /^the step .* is not understood$/],
    [
      "calls made together",
      { when: [{ parallel: [{ call: "navigateTo", url: "/", colour: 1 }] }] },
      /^"colour" in "when" is not understood$/,
    ],
    ["code of a page", { given: { pageCode: "sings" } }, /^what "pageCode" is given is not understood/],
    ["what lies over a page", { given: { modal: "sings" } }, /^what "modal" is given is not understood/],
    ["a stack", { given: { stack: "login" } }, /^what "stack" is given is not understood/],
    [
      "what was done",
      { given: { done: "something else happened" } },
      /^what "done" is given is not understood/,
    ],
    [
      "a server",
      { area: "request", given: { server: "sings" }, when: [{ call: "request" }] },
      /^the server "sings" is not understood$/,
    ],
    [
      "a server of uploads",
      { area: "upload", given: { server: 5 }, when: [{ call: "uploadFile" }] },
      /^the server 5 is not understood$/,
    ],
    [
      "an option of a toast made together",
      { area: "toast", given: {}, when: [{ sameTick: [{ call: "hideToast", sound: 1 }] }] },
      /^"sound" in "when" is not understood$/,
    ],
    [
      "a step before a view",
      { area: "asyncPage", when: [{ sing: 1 }], ...expecting({ errorViewAfterMs: 60_000 }) },
      /^"sing" in "when" is not understood$/,
    ],
    ["nothing", expecting({ note: "an explanation" }), /^it expects nothing that could be observed$/],
    [
      "a wait without an end",
      { area: "toast", given: {}, when: [{ call: "hideToast" }, { waitMs: 1e12 }] },
      /^1000000000000 ms are longer than a case may wait/,
    ],
    [
      "texts that the app has none of",
      {
        area: "locale",
        given: { fallback: "en" },
        when: [{ locale: "zh-TW" }],
        ...expecting({ "text(zh-Hant)": "x" }),
      },
      /^the app has no texts in zh-Hant: its readers get those in zh$/,
    ],
    [
      "a way home where there is a page",
      { area: "lifecycle", given: { open: "/" }, when: [{ tap: "way home" }] },
      /^no view has a way home to tap$/,
    ],
    ["a way of the browser", { when: [{ browser: "sideways" }] }, /^the browser cannot sideways$/],
  ])("%s", async (_, change, reason) => {
    const verdict = await judged({ ...base, ...change })
    expect(verdict.ok).toBe(false)
    expect(verdict.reason).toMatch(reason)
  })

  it.each<[string, string, RegExp]>([
    ["that is not JSON", "[{", /is not JSON/],
    ["that is no list", "{}", /is not a list of cases/],
    ["without a case", "[]", /holds no case/],
    ["whose fixture names no routes", '[{"id":"_fixture","given":{}}]', /does not say which routes/],
  ])("a file %s", (_, text, reason) => {
    const folder = mkdtempSync(join(tmpdir(), "cases-"))
    const path = join(folder, "cases.json")
    writeFileSync(path, text)
    try {
      expect(() => readCaseFile(path)).toThrow(UnusableFile)
      expect(() => readCaseFile(path)).toThrow(reason)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("a file that is not there", () => {
    expect(() => readCaseFile("/nowhere/cases.json")).toThrow(/cannot be read/)
  })

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

  it("the later of two cases with one id", () => {
    const entries = readBack(JSON.stringify([base, { ...base, id: "y" }, base]))
    expect(entries.map(isMalformed)).toEqual([false, false, true])
  })

  it("but not the mark that an editor puts before a file", () => {
    expect(readBack(`\uFEFF${JSON.stringify([base])}`)).toEqual([base])
  })

  it.each<[string, Record<string, unknown>]>([
    ["no area", { area: 5 }],
    ["no list of steps", { when: null }],
    ["nothing expected", expecting({})],
    ["no known adopt", { adopt: "perhaps" }],
    ["a quirk without better", { adopt: "quirk" }],
  ])("a case with %s", (_, change) => {
    const [entry] = readBack(JSON.stringify([{ ...base, ...change }]))
    expect(entry && isMalformed(entry)).toBe(true)
  })

  it("and the shared file is whole", () => expect(shared.length).toBe(129))
})
