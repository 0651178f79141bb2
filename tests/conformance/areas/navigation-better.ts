/** Expectations from `better` texts of navigation and lifecycle cases. */
import { splitUrl } from "../../../src/navigation/routes.ts"
import type { Case, Plain } from "../area.ts"
import { callsOf, type Rule } from "../better.ts"
import { textOf, textsOf } from "../notation.ts"
import { isOnWayHome } from "./navigation-notation.ts"

const ENTRY_NAME = "login"
/** The tab pages of the fixture, which have no page before them. */
const TAB_NAMES: readonly string[] = ["home", "market", "hold"]

/** The URL that the lock compares: a tab page has no query. */
const lockedUrl = ({ call, url }: Plain): string =>
  call === "switchTab" ? splitUrl(textOf(url)).path : textOf(url)

/**
 * The results if the first successful call keeps the lock: repeating its URL is refused as locked.
 */
const lockKept = (testCase: Case): readonly string[] => {
  const observed = textsOf(testCase.then.results)
  const own = /:fail (?!.*locked$)./
  let holder: string | null = null
  return callsOf(testCase).map((call, index) => {
    const result = observed[index] ?? ""
    if (own.test(result)) return result
    const url = lockedUrl(call)
    if (holder === url) return `${textOf(call.call)}:fail ${url} locked`
    holder = url
    return `${textOf(call.call)}:ok`
  })
}

const pick = (then: Plain, ...keys: readonly string[]): Plain =>
  Object.fromEntries(keys.filter((key) => key in then).map((key) => [key, then[key]]))

const LOCKS =
  /\block|\bfirst (call|tap|one) wins|\bonly (the )?(first|one)\b|\b(second|others?|repeat\w*)\b.*\breject/

const lock: Rule = (words, testCase) =>
  LOCKS.test(words) && "results" in testCase.then
    ? { ...pick(testCase.then, "stack"), results: lockKept(testCase) }
    : null

const sameQuery: Rule = (words, { then }) =>
  /same (decoded )?query/.test(words) ? { onLoad: then.onLoad, props: then.onLoad } : null

const NO_RELOAD = /\b(no|without( a)?|not|never|instead of( a)?) (full )?(page )?reload/

const noReload: Rule = (words, { given, then }) => {
  if (!NO_RELOAD.test(words) || then.stackAfter !== undefined) return null
  const isOpened = given.open !== undefined && given.open !== "/"
  const isRoot = TAB_NAMES.includes(textsOf(given.stack ?? then.stack)[0] ?? "")
  const stack = isOpened && !isRoot ? [ENTRY_NAME] : (given.stack ?? then.stack)
  // the log of opening by a link stays
  const stays = isOpened ? { stack } : { stack, log: [] }
  return { ...pick(then, "errMsg"), fullPageReload: false, ...stays }
}

const held: Rule = (words, { given, then }) => {
  if (!/hold the browser back/.test(words)) return null
  // the page still receives backPress
  const asked = textsOf(then.log).filter((line) => line.includes(".backPress "))
  return { log: asked, stack: given.stack }
}

const OVER = "(?:modals?|overlays?|dialogs?|sheets?|popups?)"
const CLOSES_FIRST = new RegExp(
  `\\b${OVER}\\b.*\\b(clos|dismiss|first|go)|\\b(clos|dismiss)\\w*\\b.*\\b${OVER}\\b`,
)

/** The overlay closes first, and the page stays. */
const overlayFirst: Rule = (words, { given, then }) =>
  CLOSES_FIRST.test(words) ? { ...pick(then, "errMsg"), log: [], stack: given.stack ?? [ENTRY_NAME] } : null

const nothingHappens: Rule = (words, { given, then }) =>
  /no events|no-op|nothing happens|ignored/.test(words)
    ? { ...pick(then, "errMsg"), log: [], stack: given.stack ?? then.stack }
    : null

const ONE =
  /(treat\w*|count\w*|same)( \w+)? as (1|one)\b|at least (1|one)\b|(clamp\w*|fall\w* back|default\w*)( \w+)? (to|at) (1|one)\b|\bdefault (of )?(1|one)\b|\bis (1|one)\b|\b(1|one) page\b|\b1\.\./

/** An invalid count goes one page back. */
const oneBack: Rule = (words, { given, then }) => {
  const stack = textsOf(given.stack)
  if (!ONE.test(words) || !("stack" in then) || given.lock !== undefined) return null
  return stack.length < 2 ? null : { ...pick(then, "errMsg"), stack: stack.slice(0, -1) }
}

/**
 * An unknown path shows the not-found view. Its home link leads to the entry, because no member is
 * logged in.
 */
const notFound: Rule = (words, { then, when }) => {
  if (!/not.?found (view|page|screen)/.test(words)) return null
  if (when.some(isOnWayHome)) return { stack: [ENTRY_NAME], shown: ENTRY_NAME }
  return { ...pick(then, "log"), shown: "not-found" }
}

/** If the launch hook redirects, the log has no events of the page that it leaves. */
const noEntryFirst: Rule = (words, { then }) => {
  if (!/\b(do not|don't|never|without|instead of) (load|show)\w*\b.*\bpage\b/.test(words)) return null
  const stays = new Set(["App", ...textsOf(then.stack).map((page) => page.split("{")[0] ?? page)])
  const log = textsOf(then.log).filter((line) => stays.has(line.split(".")[0] ?? ""))
  return { ...pick(then, "stack"), log }
}

/** Closed pages leave the history too: back never shows them. */
const closedPagesGone: Rule = (words, { given, then }) => {
  if (!/drop the closed pages/.test(words)) return null
  const name = /^(?:switchTab|reLaunch) (\S+)$/.exec(textOf(given.done))?.[1]
  if (name === undefined) return { isEverEmpty: false }
  const steps = Object.keys(then).filter((key) => key.startsWith("after"))
  return Object.fromEntries(steps.map((key) => [key, { stack: [name], log: [], shown: name }]))
}

const RETRY =
  /(retry|load|ask for)\w* (only )?(the |that )?(failed |same )?(page|code)|retry in place|retry\w* without/

const retryInPlace: Rule = (words, { given, then }) =>
  RETRY.test(words) && given.view === "error"
    ? {
        fullPageReload: false,
        ...("stackAfter" in then && {
          askedAgain: textsOf(then.stackAfter),
          shown: textsOf(then.stackAfter).at(-1),
        }),
        stackAfter: given.stack ?? [ENTRY_NAME],
      }
    : null

const survives: Rule = (words, { given }) =>
  /(stack|pages) (also )?(survives?|(is|are) (kept|restored))|(keep|restore) the (whole |page )?(stack|pages)/.test(
    words,
  )
    ? { stack: given.stack }
    : null

const neverEmpty: Rule = (words) => (/never empty/.test(words) ? { isEverEmpty: false } : null)

const once: Rule = (words, { then }) =>
  /\bonce\b|one event each/.test(words) && Array.isArray(then.log)
    ? { ...then, log: [...new Set(textsOf(then.log))] }
    : null

/** The first rule that understands the text decides. */
export const navigationRules: readonly Rule[] = [
  retryInPlace,
  sameQuery,
  oneBack,
  lock,
  noReload,
  held,
  overlayFirst,
  notFound,
  noEntryFirst,
  closedPagesGone,
  survives,
  neverEmpty,
  nothingHappens,
  once,
]
