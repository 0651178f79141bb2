/** Arguments of calls, their messages and callbacks. */
import {
  type ArgumentRules,
  argumentFault,
  KINDS,
  type Kind,
  namedArguments,
} from "../adapters/argument-rules.ts"
import { type Callbacks, frameworkCall, normalizeErrMsg, observeCall } from "../adapters/framework-call.ts"
import { extensionFault, isMediaChoice, mediaChoice } from "../adapters/media-choice.ts"
import { httpRequestOf } from "../adapters/request-options.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { onlyKnown, textOf, textsOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { meantBy } from "../values.ts"
import { modalArea } from "./modal.ts"
import { NavigationRun } from "./navigation-run.ts"
import { onlyKnownOfRequest, optionsOf, requestArea, requestWanted } from "./request.ts"
import { storageArea } from "./storage.ts"
import { toastArea } from "./toast.ts"
import { uploadArea } from "./upload.ts"

const kindsOf = (type: unknown): readonly Kind[] =>
  [type === "Any" || type === "any" ? [] : (type ?? [])].flat().map((name) => {
    const kind = KINDS.find((known) => known === name)
    if (kind === undefined) throw new Error(`no kind of argument is named ${JSON.stringify(name)}`)
    return kind
  })

/** The rules of a case: an object by name, or a list with names. A bare kind is a rule too. */
const protocolOf = (written: unknown): ArgumentRules => {
  const named = Array.isArray(written)
    ? written.filter(isPlain).map((rule) => [textOf(rule.name), rule] as const)
    : Object.entries(isPlain(written) ? written : {})
  const rules = named.map(([name, rule]) => {
    if (isPlain(rule)) onlyKnown("protocol", rule, /^(name|type|required)$/)
    const { type, required } = isPlain(rule) ? rule : { type: rule, required: false }
    const kinds = kindsOf(type)
    return [name, { ...(kinds.length > 0 && { type: kinds }), required: required === true }] as const
  })
  return Object.fromEntries(rules)
}

/** The arguments are positional, or one object by name. */
const validated = ({ given }: Case, step: Plain): Plain => {
  onlyKnown("given", given, /^protocol$/)
  onlyKnown("when", step, /^validate$/)
  const protocol = protocolOf(given.protocol)
  const args = Array.isArray(step.validate) ? step.validate.map(meantBy) : [step.validate]
  const [only] = args
  const isNamed = args.length === 1 && isPlain(only) && Object.keys(only).some((name) => name in protocol)
  const message = argumentFault(protocol, isNamed ? only : namedArguments(protocol, args))
  return { message, valid: message === null }
}

/** What a call returns and passes to the callbacks that the step names. */
const called = async (step: Plain, call: (callbacks: Callbacks<object>) => unknown): Promise<Plain> => {
  const observed = await observeCall(textsOf(step.callbacks), call)
  return { ...observed.seen, called: observed.called }
}

const CHOICE = /^(call|count|sizeType|sourceType|type|extension|compressed|maxDuration|camera|callbacks)$/

const chosen = (name: string, step: Plain): Promise<Plain> => {
  onlyKnown("when", step, CHOICE)
  const choose = frameworkCall(
    name,
    async () => mediaChoice(name, step),
    () => extensionFault(step),
  )
  return called(step, choose)
}

const normalised = (step: Plain): Plain => {
  onlyKnown("when", step, /^normalizeErrMsg$/)
  const pair = step.normalizeErrMsg
  const [errMsg, name] = Array.isArray(pair) ? pair : []
  return { value: normalizeErrMsg(typeof errMsg === "string" ? errMsg : undefined, textOf(name)) }
}

const rendered = async (step: Plain, { page }: Tools): Promise<Plain> => {
  onlyKnown("when", step, /^(render|maxlength)$/)
  const kind = textOf(step.render)
  if (kind !== "input" && kind !== "textarea") throw new Error(`"${kind}" cannot be rendered`)
  const shown = await page()
  const maxlength = await shown.evaluate(
    async (options) => {
      await window.harness.mount("field", options)
      return await window.harness.call("limit")
    },
    { kind, maxlength: step.maxlength },
  )
  return { maxlength }
}

/** The navigation calls over the product's machine. */
const navigated = async (run: NavigationRun, step: Plain): Promise<Plain> => {
  onlyKnown("when", step, /^(call|url|delta|callbacks|animationType|animationDuration)$/)
  const outcome = await called(step, (callbacks) =>
    run.invoke(textOf(step.call), { ...run.optionsOf(step), ...callbacks }),
  )
  await run.app.settle()
  return { ...outcome, stack: run.app.stack(), path: run.url() }
}

/** Keys that need a response; all others are known before anything is sent. */
const ANSWERED = new Set([
  "called",
  "errMsg",
  "rejects",
  "resolves",
  "callback",
  "statusCode",
  "results",
  "typeof",
])

const requested = (testCase: Case, step: Plain): Plain => {
  onlyKnownOfRequest(testCase.given, step)
  const { timeoutMs: timeout, header, ...written } = httpRequestOf(optionsOf(testCase, step, ""))
  const contentType = Object.entries(header).find(([name]) => name.toLowerCase() === "content-type")?.[1]
  return { ...written, header, timeout, contentType: contentType ?? null }
}

const NAVIGATION = /^(navigateTo|redirectTo|reLaunch|switchTab|navigateBack)$/
const NOTHING = /^$/

/** Areas that also check the arguments of their calls, by call name. */
const ELSEWHERE: readonly (readonly [RegExp, Area])[] = [
  [/^uploadFile$/, uploadArea],
  [/^(show|hide)(Toast|Loading)$/, toastArea],
  [/^showModal$/, modalArea],
  [/^(set|get|remove|clear)Storage/, storageArea],
]

const elsewhere = ({ when, then }: Case): Area | undefined => {
  const name = textOf(when[0]?.call)
  if (name === "request") return Object.keys(then).some((key) => ANSWERED.has(key)) ? requestArea : undefined
  return ELSEWHERE.find(([names]) => names.test(name))?.[1]
}

const seen = async (testCase: Case, step: Plain, tools: Tools, run: () => Promise<NavigationRun>) => {
  if ("validate" in step) return validated(testCase, step)
  const name = textOf(step.call)
  if (NAVIGATION.test(name)) return await navigated(await run(), step)
  if (name === "request") return requested(testCase, step)
  onlyKnown("given", testCase.given, NOTHING)
  if ("normalizeErrMsg" in step) return normalised(step)
  if ("render" in step) return await rendered(step, tools)
  if (isMediaChoice(name)) return await chosen(name, step)
  throw new Error(`the step ${JSON.stringify(step)} is not understood`)
}

/** True for a step that only waits. */
const isPause = (step: Plain): boolean => step.await === true && Object.keys(step).length === 1

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  const other = elsewhere(testCase)
  if (other) return await other.observe(testCase, tools)
  let run: NavigationRun | undefined
  const begun = async (): Promise<NavigationRun> => {
    if (run) return run
    run = new NavigationRun(tools.fixture, testCase.given)
    await run.begin()
    return run
  }
  let all: Plain = {}
  const results: unknown[] = []
  try {
    for (const step of testCase.when) {
      if (isPause(step)) continue
      const outcome = await seen(testCase, step, tools, begun)
      results.push(outcome.errMsg)
      all = { ...all, ...outcome }
    }
  } finally {
    run?.app.stop()
  }
  return { results, ...all }
}

/** "" and null both mean no message. Recorded messages may end with a space. */
const written = (then: Plain): Plain =>
  "message" in then
    ? {
        ...then,
        message: typeof then.message === "string" && then.message !== "" ? then.message.trim() : null,
      }
    : then

export const argumentsArea: Area = {
  observe,
  wanted: (testCase) => {
    const expected = requestWanted(testCase)
    return expected && written(expected)
  },
}
