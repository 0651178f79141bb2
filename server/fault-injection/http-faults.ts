import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import { batch } from "../../src/contract/batch.ts"
import { endpointIds, endpoints, upload } from "../../src/contract/endpoints.ts"
import { type EnvelopeKind, failureBody } from "../../src/contract/envelope.ts"
import {
  DEFAULT_SCOPE,
  FAULT_LAB_PATH,
  type Fault,
  FaultPlan,
  type InjectedFault,
  NO_FAULTS,
} from "../../src/contract/faults.ts"
import { refusalText } from "../core/texts.ts"
import { localeOf, statusOf } from "../http/api.ts"
import { sendJson } from "../http/json.ts"
import {
  type CapturedResponse,
  DEVICE_PATH,
  deviceScript,
  takeRequest,
  withDeviceScript,
} from "./device-script.ts"
import { type FaultInjector, faultPlanProblem, OWN_HEADER, scopesOf } from "./fault-injector.ts"

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A fault point and the envelope of its answers. Null: not an API call. */
interface FaultPoint {
  readonly at: string
  readonly envelope: EnvelopeKind | null
}

const byPath: ReadonlyMap<string, FaultPoint> = new Map([
  ...endpointIds.map((id): [string, FaultPoint] => [
    `/${endpoints[id].path}`,
    { at: id, envelope: endpoints[id].envelope },
  ]),
  [`/${upload.path}`, { at: "upload", envelope: "code" }],
])

const faultPointOf = (pathname: string): FaultPoint => {
  const known = byPath.get(pathname)
  if (known !== undefined) return known
  if (pathname.startsWith("/files/")) return { at: "image", envelope: "code" }
  return { at: pathname.startsWith("/assets/") ? "asset" : "page", envelope: null }
}

/** Response header that tells the client that fault injection is available. */
const FAULT_LAB_HEADER = 'lab;desc="on"'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Breaks the connection after the response has started. A browser repeats a request by itself when
 * a reused connection closes before that.
 */
const cut = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "64" })
  response.write("{", () => response.destroy())
}

/** Connections that stay open and silent. */
const createSilence = () => {
  const held = new Set<Socket>()
  return {
    hold: (socket: Socket) => {
      held.add(socket)
      socket.once("close", () => held.delete(socket))
    },
    end: () => {
      for (const socket of held) socket.destroy()
    },
  }
}

const answer = (response: ServerResponse, { status, headers, body }: CapturedResponse): void => {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { ...headers, "content-length": body.length })
  response.end(body)
}

/** The answer that the endpoint gives when it refuses for this reason. */
const refused = (request: IncomingMessage, { envelope }: FaultPoint, reason: string): CapturedResponse => {
  const params = reason === "request.too-many" ? { seconds: 1 } : undefined
  const words = refusalText(localeOf(request), reason, params)
  const data = { reason, ...(params && { params }) }
  const body = envelope === null ? words : JSON.stringify(failureBody(envelope, data, words))
  const type = envelope === null ? "text/plain" : "application/json"
  const wait = params && { "retry-after": String(params.seconds) }
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store", ...wait }
  return { status: statusOf(reason), headers, body: Buffer.from(body) }
}

/** Makes the app send each call of a batch alone, for the faults of its own fault point. */
const notTogether = failureBody("code", { reason: "system.unavailable" }, "")

const gatewayPage = (status: number): CapturedResponse => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body: Buffer.from(`<!doctype html><title>${status}</title><h1>${status}</h1>`),
})

const truncated = (response: CapturedResponse): CapturedResponse => ({
  ...response,
  body: response.body.subarray(0, Math.floor(response.body.length / 2)),
})

/**
 * Replaces the data by a list of one text, which no endpoint answers with. The envelope stays
 * valid.
 */
const misshapen = ({ status, headers, body }: CapturedResponse): CapturedResponse => {
  const { "content-encoding": _, etag: __, ...rest } = headers
  const parsed: unknown = JSON.parse(body.toString("utf8"))
  const data = ["not what was promised"]
  const changed = typeof parsed === "object" && parsed !== null ? { ...parsed, data } : { data }
  return { status, headers: rest, body: Buffer.from(JSON.stringify(changed)) }
}

/**
 * Serves requests with the faults of the active plans applied. `end` closes the silent connections.
 */
export const withHttpFaults = (faults: FaultInjector, origin: string, serve: Serve) => {
  const silence = createSilence()
  /** Reordered requests that wait for the next one at their fault point. */
  const overtaken = new Map<string, () => void>()

  const drop = (request: IncomingMessage, response: ServerResponse, how: "cut" | "silence"): void => {
    if (how === "cut") cut(response)
    else silence.hold(request.socket)
  }
  const applyFault = async (
    { fault, delayMs }: InjectedFault,
    point: FaultPoint,
    { request, response }: Exchange,
    deliver: () => Promise<CapturedResponse>,
  ): Promise<CapturedResponse | "nothing"> => {
    const isAfter = "when" in fault && fault.when === "after"
    const done = isAfter ? await deliver() : null
    switch (fault.kind) {
      case "delay":
        await pause(delayMs)
        return done ?? (await deliver())
      case "drop":
        drop(request, response, fault.how)
        return "nothing"
      case "duplicate": {
        const [first] = await Promise.all([deliver(), deliver()])
        return first
      }
      case "reorder":
        await overtake(point.at, fault)
        return await deliver()
      case "error":
        return refused(request, point, fault.reason)
      case "status":
        return gatewayPage(fault.status)
      case "malformed":
        return truncated(await deliver())
      case "misshapen":
        return misshapen(await deliver())
    }
  }
  const overtake = (at: string, { waitMs }: Extract<Fault, { kind: "reorder" }>): Promise<void> =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer)
        if (overtaken.get(at) === go) overtaken.delete(at)
        resolve()
      }
      const timer = setTimeout(go, waitMs)
      overtaken.set(at, go)
    })

  const serveWithFaults: Serve = async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin)
    if (await serveControl(faults, request, response, pathname)) return
    if (pathname === `/${batch.path}` && scopesOf(request).some((scope) => faults.plan(scope) !== null))
      return sendJson(request, response, 200, notTogether)
    const point = faultPointOf(pathname)
    const waiting = overtaken.get(point.at)
    const decided = faults.apply(scopesOf(request), point.at)
    const hasDeviceFaults = point.at === "page" && faults.device(scopesOf(request)) !== null
    if (decided === null && !hasDeviceFaults) await serve(request, response)
    else {
      const deliver = await takeRequest(request, origin, faults, hasDeviceFaults)
      const exchange = { request, response }
      const outcome = decided === null ? await deliver() : await applyFault(decided, point, exchange, deliver)
      if (outcome !== "nothing") answer(response, hasDeviceFaults ? withDeviceScript(outcome) : outcome)
    }
    waiting?.()
  }
  const guarded: Serve = async (request, response) => {
    // Also on delayed and repeated pages.
    response.appendHeader("server-timing", FAULT_LAB_HEADER)
    if (request.headers[OWN_HEADER] === faults.secret) return serve(request, response)
    try {
      await serveWithFaults(request, response)
    } catch (thrown) {
      console.error(`fault injection: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      request.socket.destroy()
    }
  }
  return { serve: guarded, end: silence.end }
}

const bodyMax = 256 * 1024
const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(FaultPlan))

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyMax) return ""
  }
  return text
}

/**
 * The control endpoint: GET reports the plans and how many faults were applied, PUT sets the plan
 * of `?scope=` (default: all clients), DELETE removes it, or all plans. Resolves true when the path
 * belongs to it.
 */
const serveControl = async (
  faults: FaultInjector,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> => {
  if (pathname === DEVICE_PATH) {
    const script = deviceScript(faults.device(scopesOf(request)) ?? NO_FAULTS.client)
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" })
    response.end(script)
    return true
  }
  if (pathname !== FAULT_LAB_PATH) return false
  const scope = new URL(request.url ?? "/", "http://localhost").searchParams.get("scope")
  if (request.method === "PUT") {
    const plan = decodePlan(await readText(request))
    const problem = plan._tag === "None" ? "This is no fault plan." : faultPlanProblem(plan.value)
    if (plan._tag === "None" || problem !== null)
      await sendJson(request, response, 400, { problem: problem ?? "" })
    else {
      faults.set(scope ?? DEFAULT_SCOPE, plan.value)
      await sendJson(request, response, 200, {})
    }
  } else if (request.method === "DELETE") {
    faults.clear(scope ?? undefined)
    await sendJson(request, response, 200, {})
  } else await sendJson(request, response, 200, faults.report())
  return true
}
