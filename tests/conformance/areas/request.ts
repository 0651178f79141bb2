/**
 * Requests: the framework's call over the product's exchange, against a real server that records
 * them.
 */

import { type EchoOptions, startEcho } from "../../support/echo-server.ts"
import { type Observed, observeCall } from "../adapters/framework-call.ts"
import { request } from "../adapters/network-calls.ts"
import { httpRequestOf, type RequestOptions } from "../adapters/request-options.ts"
import type { Area, Case, Plain } from "../area.ts"
import { spelledErrMsg, wantedBy } from "../better.ts"
import { onlyKnown, stepsOf, textsOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { classOf, meantBy } from "../values.ts"

const DELAYS = ["delayMs", "responseDelayMs", "answerAfterMs", "serverDelayMs", "latencyMs"] as const
const SERVER = `server|status|statusCode|body|response|responseBody|responseHeader|contentType|${DELAYS.join("|")}`
const OPTIONS = "url|method|data|header|headers|dataType|responseType|withCredentials|timeout|key"
const GIVEN = new RegExp(`^(${SERVER}|${OPTIONS})$`)
const STEP = new RegExp(`^(call|abort|task|parallel|sameTick|await|waitMs|callbacks|${OPTIONS})$`)

/** Throws at the first key that a request case does not know. */
export const onlyKnownOfRequest = (given: Plain, step: Plain): void => {
  onlyKnown("given", given, GIVEN)
  onlyKnown("when", step, STEP)
}
const USUAL_PATH = "/echo"

const textOfBody = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body))

const SILENT = /silent|never|hang|no answer/
const BREAKS = /reset|break|close|drop/
const UNREACHABLE = /unreachable|offline|down|refus/
const WORKS = /^(ok|works|answers|echo)$/
/** "answers after 500 ms"; "slow" stands for a second. */
const SLOW = /^(?:slow|(?:answers|responds) (?:after|in) (\d+) ?ms)$/
const SLOW_MS = 1_000

/** True if no server listens. Throws for an unknown server. */
const isUnreachable = ({ server }: Plain): boolean => {
  if (server === undefined) return false
  const description = typeof server === "string" ? server : ""
  if (![SILENT, BREAKS, UNREACHABLE, WORKS, SLOW].some((known) => known.test(description)))
    throw new Error(`the server ${JSON.stringify(server)} is not understood`)
  return UNREACHABLE.test(description)
}

/** The behaviour of the server in the case. */
const echoOf = (given: Plain): EchoOptions => {
  const { server, contentType } = given
  const status = given.status ?? given.statusCode
  const body = given.body ?? given.response ?? given.responseBody
  const slow = typeof server === "string" ? SLOW.exec(server) : null
  const delay = DELAYS.map((name) => given[name]).find((value) => value !== undefined)
  const delayMs = slow ? Number(slow[1] ?? SLOW_MS) : delay
  const isSilent = typeof server === "string" && SILENT.test(server)
  return {
    ...(typeof status === "number" && { status }),
    ...(body !== undefined && { body: textOfBody(body) }),
    ...(typeof delayMs === "number" && { delayMs }),
    ...(isSilent && { delayMs: null }),
    ...(typeof server === "string" && BREAKS.test(server) && { breaks: true }),
    headers: {
      ...headerOf(given.responseHeader),
      ...(typeof contentType === "string" && { "content-type": contentType }),
    },
  }
}

/** Runs over the server of a case. */
export const withServer = async (
  { given }: Case,
  work: (server: Awaited<ReturnType<typeof startEcho>>) => Promise<Plain>,
): Promise<Plain> => {
  const isGone = isUnreachable(given)
  const server = await startEcho(echoOf(given))
  if (isGone) await server.close()
  try {
    return await work(server)
  } finally {
    if (!isGone) await server.close()
  }
}

const picked = (entry: Plain): Plain =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => new RegExp(`^(${OPTIONS})$`).test(key)))

/** False for a bare call in a case without a server; other cases may omit the URL for brevity. */
const hasUrl = ({ given, when }: Case, step: Plain): boolean => {
  if ("url" in step || "url" in given) return Boolean(step.url ?? given.url)
  const isBare = Object.keys(step).every((key) => key === "call" || key === "callbacks")
  return !(isBare && Object.keys(given).length === 0 && when.length === 1)
}

const urlOf = (base: string, url: unknown): string => {
  const path = typeof url === "string" ? url : USUAL_PATH
  return /^\w+:/.test(path) ? path : base + (path.startsWith("/") ? path : `/${path}`)
}

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const headerOf = (header: unknown): Readonly<Record<string, string>> | undefined =>
  isPlain(header)
    ? Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)]))
    : undefined

/** The options of the case, uncorrected. */
export const optionsOf = (testCase: Case, step: Plain, base: string): RequestOptions => {
  const written: Plain = { ...picked(testCase.given), ...picked(step) }
  const asked = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, meantBy(value)]))
  return {
    url: hasUrl(testCase, step) ? urlOf(base, asked.url) : "",
    method: textOr(asked.method),
    header: headerOf(asked.header ?? asked.headers),
    dataType: textOr(asked.dataType),
    responseType: textOr(asked.responseType),
    key: textOr(asked.key),
    ...("data" in asked && { data: asked.data }),
    ...(typeof asked.withCredentials === "boolean" && { withCredentials: asked.withCredentials }),
    ...(typeof asked.timeout === "number" && { timeout: asked.timeout }),
  }
}

const plainData = ({ data }: Plain): Plain => ({
  data: data instanceof ArrayBuffer ? Buffer.from(data).toString("utf8") : data,
  typeof: typeof data,
  type: classOf(data),
  ...(data instanceof ArrayBuffer && { byteLength: data.byteLength }),
})

const begin = (testCase: Case, step: Plain, base: string) => {
  onlyKnown("when", step, STEP)
  let abort = (): void => {}
  const ended = observeCall(textsOf(step.callbacks), (callbacks) => {
    const task = request({ ...optionsOf(testCase, step, base), ...callbacks })
    abort = task.abort
    return task.answer
  }).then(({ seen, called }) => ({
    called,
    seen: { ...seen, ...(seen.callback === "success" && plainData(seen)) },
  }))
  return { abort, ended }
}

/** True for a step that aborts the call, in any notation. */
export const isAborting = ({ abort, call, task }: Plain): boolean =>
  abort !== undefined || task === "abort" || /^(\w+\.)?abort$/.test(typeof call === "string" ? call : "")

const perform = async (testCase: Case, base: string): Promise<readonly Observed[]> => {
  const begun: ReturnType<typeof begin>[] = []
  const { when } = testCase
  for (const [index, step] of when.entries()) {
    onlyKnown("when", step, STEP)
    const together = step.parallel ?? step.sameTick
    if (isAborting(step)) for (const { abort } of begun) abort()
    else if (typeof step.waitMs === "number")
      await new Promise((resolve) => setTimeout(resolve, Number(step.waitMs)))
    else if (Array.isArray(together))
      begun.push(...stepsOf(together).map((one) => begin(testCase, one, base)))
    else if (step.call === "request") {
      const one = begin(testCase, step, base)
      begun.push(one)
      const next = when[index + 1]
      const goesOn = next !== undefined && (isAborting(next) || "waitMs" in next)
      if (!goesOn) await one.ended
    } else if (step.await !== true) throw new Error(`no call is named ${String(step.call)}`)
  }
  return await Promise.all(begun.map(({ ended }) => ended))
}

const SENT_HEADERS = ["headers", "requestHeader", "requestHeaders"] as const

const headersIn = (headers: unknown, wanted: unknown): Plain =>
  Object.fromEntries(
    Object.keys(isPlain(wanted) ? wanted : {}).map((name) => [
      name,
      isPlain(headers) ? headers[name.toLowerCase()] : undefined,
    ]),
  )

/**
 * Only the headers that the case expects. Headers that the call sets are read from the recorded
 * request.
 */
const headersAsked = (answered: unknown, sent: unknown, { then, when }: Case): Plain => {
  const given = when.map(({ header, headers }) => header ?? headers).findLast(isPlain)
  const isGiven = (name: string): boolean =>
    Object.keys(given ?? {}).some((own) => own.toLowerCase() === name.toLowerCase())
  const isSent = Object.keys(isPlain(then.header) ? then.header : {}).some(isGiven)
  return {
    ...("header" in then && { header: headersIn(isSent ? sent : answered, then.header) }),
    ...Object.fromEntries(
      SENT_HEADERS.filter((key) => key in then).map((key) => [key, headersIn(sent, then[key])]),
    ),
  }
}

/** Only the parts of the rejection that the case expects: most omit the error code. */
const rejectionAsked = (seen: Plain | undefined, { then }: Case): Plain => {
  const [rejects, asked] = [seen?.rejects, then.rejects]
  if (!isPlain(rejects) || !isPlain(asked)) return {}
  return { rejects: Object.fromEntries(Object.entries(rejects).filter(([key]) => key in asked)) }
}

const observe = async (testCase: Case): Promise<Plain> => {
  onlyKnown("given", testCase.given, GIVEN)
  return await withServer(testCase, async (server) => {
    const ended = await perform(testCase, server.url)
    const last = ended.at(-1)
    const step = testCase.when.findLast(({ call }) => call === "request") ?? {}
    const { responseType, dataType, withCredentials, timeoutMs } = httpRequestOf(
      optionsOf(testCase, step, server.url),
    )
    const { method, url, contentType, body, headers } = server.received.at(-1) ?? {}
    return {
      ...{ responseType, dataType, withCredentials, timeout: timeoutMs },
      ...{ method, url, contentType, body },
      ...last?.seen,
      ...rejectionAsked(last?.seen, testCase),
      ...headersAsked(last?.seen.header, headers, testCase),
      called: last?.called,
      results: ended.map(({ seen }) => seen.errMsg),
      requests: server.received.length,
    }
  })
}

export const requestWanted = (testCase: Case): Plain | undefined => {
  const wanted = wantedBy(spelledErrMsg)(testCase)
  return wanted && "contentType" in wanted ? { ...wanted, contentType: wanted.contentType || null } : wanted
}

export const requestArea: Area = { observe, wanted: requestWanted }
