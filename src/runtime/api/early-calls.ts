/**
 * Calls that the document sends while the app's code is on its way. The API client takes their
 * responses over instead of asking again. Only reads: nothing that changes anything is sent early.
 */
import type { WireRequest } from "../../contract/wire-request.ts"
import { EARLY_CALL_MAX_AGE_MS } from "../../domain/limits.ts"

interface EarlyCall {
  readonly url: string
  readonly response: Promise<Response>
  readonly sentAtMs: number
  readonly abort: () => void
}

declare global {
  interface Window {
    /** By request; the scripts of the document and the app's code share them. */
    earlyCalls?: Map<string, EarlyCall>
  }
}

const callsOf = (): Window["earlyCalls"] => (typeof window === "undefined" ? undefined : window.earlyCalls)

/** Two requests of one name are the same to the last header: member, language and fields. */
const nameOf = ({ url, init: { method, headers, body } }: WireRequest): string =>
  JSON.stringify([method, url, headers, body])

const keep = (request: WireRequest, response: Promise<Response>, abort: () => void): void => {
  // a call that fails is made again
  response.catch(() => {})
  window.earlyCalls ??= new Map()
  const { url } = request
  window.earlyCalls.set(nameOf(request), { url, response, sentAtMs: performance.now(), abort })
}

/** Sends a call, for the client that will make the same one. */
export const sendEarly = (request: WireRequest): void => {
  const { url, init } = request
  const aborting = new AbortController()
  keep(request, fetch(url, { ...init, signal: aborting.signal }), () => aborting.abort())
}

/** The parts of the answer to a batch, in the order of its calls. Rejects if there are none. */
const readParts = async (response: Response): Promise<readonly unknown[]> => {
  const answer: unknown = await response.json()
  const parts: unknown = typeof answer === "object" && answer !== null && Reflect.get(answer, "data")
  if (!Array.isArray(parts)) throw new Error("the batch was not answered")
  return parts
}

const responseOf = (part: unknown): Response => {
  if (typeof part !== "object" || part === null) throw new Error("a part of the batch is missing")
  return new Response(JSON.stringify(Reflect.get(part, "body")), {
    status: Number(Reflect.get(part, "status")),
  })
}

/**
 * Sends calls in one request, `batch`, for the client that will make each of them. It is aborted
 * when the last of them is. If it fails, each call is made again.
 */
export const sendEarlyBatch = (requests: readonly WireRequest[], { url, init }: WireRequest): void => {
  const aborting = new AbortController()
  const parts = fetch(url, { ...init, signal: aborting.signal }).then(readParts)
  const wanted = new Set(requests)
  for (const [index, request] of requests.entries()) {
    const response = parts.then((all) => responseOf(all[index]))
    keep(request, response, () => {
      wanted.delete(request)
      if (wanted.size === 0) aborting.abort()
    })
  }
}

/** A copy of the response to the call of this URL; undefined if it was not sent, or taken over. */
export const readEarly = (url: string): Promise<Response> | undefined =>
  [...(callsOf()?.values() ?? [])]
    .find((call) => call.url === url)
    ?.response.then((response) => response.clone())

const takeEarly = (request: WireRequest): EarlyCall | undefined => {
  const name = nameOf(request)
  const call = callsOf()?.get(name)
  callsOf()?.delete(name)
  return call && performance.now() - call.sentAtMs <= EARLY_CALL_MAX_AGE_MS ? call : undefined
}

/**
 * The response of the same call if the document has sent it, once, unless it failed or is too old;
 * else that of a new one.
 */
export const fetchUnlessEarly = async (request: WireRequest, signal: AbortSignal): Promise<Response> => {
  const early = takeEarly(request)
  signal.addEventListener("abort", () => early?.abort())
  const response = await early?.response.catch(() => undefined)
  return response ?? fetch(request.url, { ...request.init, signal })
}

/** Aborts the calls that were not taken over, and drops their answers. */
export const dropEarlyCalls = (): void => {
  for (const { abort } of callsOf()?.values() ?? []) abort()
  callsOf()?.clear()
}
