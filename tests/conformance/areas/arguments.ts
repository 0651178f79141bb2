/** Arguments of calls, their messages and callbacks. */
import { type ArgumentRules, argumentFault, type Kind, namedArguments } from "../adapters/argument-rules.ts"
import { type Callbacks, frameworkCall, normalizeErrMsg } from "../adapters/framework-call.ts"
import {
  fileChoice,
  imageChoice,
  type MediaChoice,
  type MediaOptions,
  videoChoice,
} from "../adapters/media-choice.ts"
import { httpRequestOf } from "../adapters/request-options.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { betterThan, type Rule } from "../better.ts"
import { isPlain } from "../case-file.ts"
import { onlyKnown, textOf, textsOf } from "../notation.ts"
import { meantBy } from "../values.ts"
import { modalArea } from "./modal.ts"
import { NavigationRun } from "./navigation-run.ts"
import { onlyKnownOfRequest, optionsOf, requestArea, requestWanted } from "./request.ts"
import { storageArea } from "./storage.ts"
import { toastArea } from "./toast.ts"
import { uploadArea } from "./upload.ts"

/** A callback that is not called by then is not called at all. */
const UNCALLED_MS = 50

const KINDS: readonly Kind[] = [
  "String",
  "Number",
  "Boolean",
  "Function",
  "Symbol",
  "Object",
  "Array",
  "ArrayBuffer",
  "Date",
]

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

const CHOICES: Readonly<Record<string, (asked: MediaOptions) => MediaChoice<object>>> = {
  chooseImage: imageChoice,
  chooseFile: fileChoice,
  chooseVideo: videoChoice,
}

const CALLBACKS = ["success", "fail", "complete"] as const

const errMsgIn = (outcome: unknown): Plain => ({ errMsg: String(Object(outcome).errMsg) })

/** What a call returns and passes to the callbacks that the step names. */
const called = async (step: Plain, call: (callbacks: Callbacks<object>) => unknown): Promise<Plain> => {
  const names: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  let outcome: Plain = {}
  const asked = CALLBACKS.filter((name) => textsOf(step.callbacks).includes(name))
  const note = (name: string) => (answer: object) => {
    names.push(name)
    outcome = { ...outcome, ...answer }
    if (asked.length === 1 || name === "complete" || !asked.includes("complete")) resolve()
  }
  const returned = call(Object.fromEntries(asked.map((name) => [name, note(name)])))
  const isPromise = returned instanceof Promise
  // only one of two callbacks may be called, so the other one gets its time
  if (!isPromise) await Promise.race([promise, new Promise((over) => setTimeout(over, UNCALLED_MS))])
  const settled = await Promise.resolve(returned).then(
    (result: unknown) => (isPromise ? { ...Object(result), resolves: errMsgIn(result) } : {}),
    (cause: unknown) => ({ rejects: errMsgIn(cause), ...errMsgIn(cause) }),
  )
  const returns = isPromise ? "Promise" : typeof returned
  return { ...outcome, ...settled, called: names, returns, returnsPromise: isPromise }
}

const chosen = (name: string, choose: (asked: MediaOptions) => MediaChoice<object>, step: Plain) => {
  onlyKnown(
    "when",
    step,
    /^(call|count|sizeType|sourceType|type|extension|compressed|maxDuration|camera|callbacks)$/,
  )
  const result = choose(step)
  const detail = result.ok ? null : result.detail
  const made = frameworkCall(
    name,
    async () => (result.ok ? result.choice : {}),
    () => detail,
  )
  return called(step, made)
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
  const choose = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined
  if (choose) return await chosen(name, choose, step)
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

const spelled: Rule = (words) => {
  const errMsg = /(\w+:(?:ok|fail[^"]*))/.exec(words)?.[1]
  return errMsg === undefined ? null : { errMsg: errMsg.trim() }
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
    const expected = testCase.adopt === "quirk" ? betterThan(testCase, [spelled]) : requestWanted(testCase)
    return expected && written(expected)
  },
}
