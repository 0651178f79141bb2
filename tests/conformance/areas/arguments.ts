/** Arguments of calls, their messages and their callbacks: the product's rules, and its navigation and request calls made for real. */
import {
  type AskedChoice,
  type Chosen,
  fileChoice,
  imageChoice,
  videoChoice,
} from "../../../src/domain/choice.ts"
import { errMsgOf, normalErrMsg } from "../../../src/domain/facade.ts"
import { outgoing } from "../../../src/domain/outgoing.ts"
import { byName, faultOf, type Kind, type Protocol } from "../../../src/domain/protocol.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { betterThan, type Rule } from "../better.ts"
import { isPlain } from "../case-file.ts"
import { onlyKnown, textOf, textsOf } from "../notation.ts"
import { meantBy } from "../values.ts"
import { NavigationRun } from "./navigation-run.ts"
import { optionsOf, requestArea, requestWanted } from "./request.ts"

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
  [type ?? []].flat().map((name) => {
    const kind = KINDS.find((known) => known === name)
    if (kind === undefined) throw new Error(`no kind of argument is named ${JSON.stringify(name)}`)
    return kind
  })

/** A protocol as the file writes it: rules by name, or in a list with their names; a bare kind is a rule. */
const protocolOf = (written: unknown): Protocol => {
  const named = Array.isArray(written)
    ? written.filter(isPlain).map((rule) => [textOf(rule.name), rule] as const)
    : Object.entries(isPlain(written) ? written : {})
  const rules = named.map(([name, rule]) => {
    const { type, required } = isPlain(rule) ? rule : { type: rule, required: false }
    const kinds = kindsOf(type)
    return [name, { ...(kinds.length > 0 && { type: kinds }), required: required === true }] as const
  })
  return Object.fromEntries(rules)
}

/** Arguments stand one after the other, or all in one object under their names. */
const validated = ({ given }: Case, step: Plain): Plain => {
  onlyKnown("given", given, /^protocol$/)
  onlyKnown("when", step, /^validate$/)
  const protocol = protocolOf(given.protocol)
  const args = Array.isArray(step.validate) ? step.validate.map(meantBy) : [step.validate]
  const [only] = args
  const isNamed = args.length === 1 && isPlain(only) && Object.keys(only).some((name) => name in protocol)
  const message = faultOf(protocol, isNamed ? only : byName(protocol, args))
  return { message, valid: message === null }
}

const CHOICES: Readonly<Record<string, (asked: AskedChoice) => Chosen<object>>> = {
  chooseImage: imageChoice,
  chooseFile: fileChoice,
  chooseVideo: videoChoice,
}

const chosen = (name: string, choose: (asked: AskedChoice) => Chosen<object>, step: Plain): Plain => {
  onlyKnown("when", step, /^(call|count|sizeType|sourceType|type|extension|compressed|maxDuration|camera)$/)
  const result = choose(step)
  return result.ok
    ? { ...result.choice, errMsg: errMsgOf(name, null) }
    : { errMsg: errMsgOf(name, result.detail) }
}

const normalised = (pair: unknown): Plain => {
  const [said, name] = Array.isArray(pair) ? pair : []
  return { value: normalErrMsg(typeof said === "string" ? said : undefined, textOf(name)) }
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

const errMsgIn = (said: unknown): Plain => ({ errMsg: String(Object(said).errMsg) })

const CALLBACKS = ["success", "fail", "complete"] as const

/** The navigation calls of the product on the real machine. */
const navigated = async (testCase: Case, step: Plain, { fixture }: Tools): Promise<Plain> => {
  const { protocol: _, ...given } = testCase.given
  const run = new NavigationRun(fixture, given)
  try {
    await run.begin()
    const called: string[] = []
    let told: Plain = {}
    const note = (name: string) => (answer: object) => {
      called.push(name)
      told = { ...told, ...answer }
    }
    const asked = CALLBACKS.filter((name) => textsOf(step.callbacks).includes(name))
    const callbacks = Object.fromEntries(asked.map((name) => [name, note(name)]))
    const answer = run.invoke(textOf(step.call), { ...run.optionsOf(step), ...callbacks })
    const isPromise = answer instanceof Promise
    const settled = await Promise.resolve(answer).then(
      (result: unknown) => (isPromise ? { resolves: errMsgIn(result), ...errMsgIn(result) } : {}),
      (cause: unknown) => ({ rejects: errMsgIn(cause), ...errMsgIn(cause) }),
    )
    const { house } = run
    await house.settle()
    const returns = isPromise ? "Promise" : typeof answer
    return { ...told, ...settled, called, returns, stack: house.stack(), path: run.url() }
  } finally {
    run.house.stop()
  }
}

/** What only an answer can tell; everything else is written down before anything is sent. */
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

const requested = async (testCase: Case, step: Plain, tools: Tools): Promise<Plain> => {
  if (Object.keys(testCase.then).some((key) => ANSWERED.has(key)))
    return await requestArea.observe(testCase, tools)
  const { timeoutMs: timeout, header, ...written } = outgoing(optionsOf(testCase, step, ""))
  const contentType = Object.entries(header).find(([name]) => name.toLowerCase() === "content-type")?.[1]
  return { ...written, header, timeout, contentType: contentType ?? null }
}

const NAVIGATION = /^(navigateTo|redirectTo|reLaunch|switchTab|navigateBack)$/
const NOTHING = /^$/

const seen = async (testCase: Case, step: Plain, tools: Tools): Promise<Plain> => {
  if ("validate" in step) return validated(testCase, step)
  const name = textOf(step.call)
  if (name === "request") return await requested(testCase, step, tools)
  const choose = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined
  if (!NAVIGATION.test(name)) onlyKnown("given", testCase.given, NOTHING)
  if ("normalizeErrMsg" in step) return normalised(step.normalizeErrMsg)
  if ("render" in step) return await rendered(step, tools)
  if (choose) return chosen(name, choose, step)
  if (NAVIGATION.test(name)) return await navigated(testCase, step, tools)
  throw new Error(`the step ${JSON.stringify(step)} is not understood`)
}

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  let all: Plain = {}
  const results: unknown[] = []
  for (const step of testCase.when) {
    const told = await seen(testCase, step, tools)
    results.push(told.errMsg)
    all = { ...all, ...told }
  }
  return { results, ...all }
}

const spelled: Rule = (words) => {
  const errMsg = /(\w+:(?:ok|fail[^"]*))/.exec(words)?.[1]
  return errMsg === undefined ? null : { errMsg: errMsg.trim() }
}

/** No message is written in several ways, and the observed ones may end with a space. */
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
    const told = testCase.adopt === "quirk" ? betterThan(testCase, [spelled]) : requestWanted(testCase)
    return told && written(told)
  },
}
