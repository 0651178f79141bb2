/** Storage calls over a storage in memory, or over that of a browser if the case fills it. */
import type { ListedArea } from "../adapters/storage-calls.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { type Rule, wantedBy } from "../better.ts"
import { runStorage } from "../storage-run.ts"
import { meantBy, sizeOf } from "../values.ts"

/** A smaller value fits into the storage of any browser. */
const SMALL_CHARACTERS = 100_000

const createArea = (): ListedArea => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  }
}

const lastData = ({ when }: Case): unknown => meantBy(when.findLast((step) => "data" in step)?.data)

/** A written value reads back unchanged. */
const roundTrip: Rule = (words, testCase) => {
  const isRead = testCase.when.some((step) => /^getStorage(Sync)?$/.test(String(step.call)))
  const isOfValue =
    isRead && /\b(strings?|texts?|values?|NaN|Infinity|undefined|dates?|types?|lossless)\b/i.test(words)
  const isKept =
    /round.?trip|always wrap|wrapped too|mark strings|never (be )?(mistaken|parsed)|as it was|as written|as stored|unchanged|stays? (a |the )?(string|text|same)|the same (value|text|string|type)|comes? back/
  return isOfValue || isKept.test(words) ? { value: lastData(testCase) } : null
}

const spelledOut: Rule = (words) => {
  const errMsg = /\w+Storage:(?:ok|fail[^"]*)/.exec(words)?.[0]
  if (errMsg !== undefined) return { errMsg }
  if (/data not found/.test(words)) return { errMsg: "getStorage:fail data not found" }
  const literal = /^(?:return|give|value) (undefined|null|NaN|true|false|""|-?\d+)/.exec(words)?.[1]
  if (literal === undefined) return null
  if (literal === '""') return { value: "" }
  return {
    value:
      /^[a-zA-Z]/.test(literal) && !/true|false/.test(literal)
        ? meantBy(`(${literal})`)
        : JSON.parse(literal),
  }
}

const wanted = (testCase: Case): Plain | undefined => {
  const expected = wantedBy(spelledOut, roundTrip)(testCase)
  if (!expected) return expected
  return {
    ...expected,
    ...("value" in expected && { value: meantBy(expected.value) }),
    ...(typeof expected.type === "string" && {
      type: expected.type.charAt(0).toUpperCase() + expected.type.slice(1),
    }),
    ...(Array.isArray(expected.values) && { values: expected.values.map(meantBy) }),
  }
}

const inBrowser = async ({ given, when }: Case, { page }: Tools): Promise<Plain> => {
  const shown = await page()
  return await shown.evaluate(
    async (options) => {
      await window.harness.mount("storage", {})
      return Object(await window.harness.call("run", options))
    },
    { given, when },
  )
}

const isFilling = ({ given, when }: Case): boolean =>
  /full|quota/.test(String(given.storage ?? "")) || when.some((step) => sizeOf(step.data) > SMALL_CHARACTERS)

export const storageArea: Area = {
  wanted,
  observe: async (testCase, tools) =>
    isFilling(testCase)
      ? await inBrowser(testCase, tools)
      : await runStorage(testCase.given, testCase.when, createArea()),
}
