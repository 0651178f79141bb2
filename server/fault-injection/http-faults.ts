import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { type EndpointId, endpoints, upload } from "../../src/contract/endpoints.ts"
import { type EnvelopeKind, failureBody } from "../../src/contract/envelope.ts"
import type { Fault, InjectedFault } from "../../src/contract/faults.ts"
import { refusalText } from "../core/texts.ts"
import { localeOf } from "../http/api.ts"
import { statusOf } from "../http/status.ts"
import { serveControl } from "./control.ts"
import { withDeviceScript } from "./device-script.ts"
import { type FaultInjector, OWN_HEADER, scopesOf } from "./fault-injector.ts"
import { type CapturedResponse, takeRequest } from "./forward.ts"

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A place where things can go wrong, and the envelope in which it speaks; null: in none. */
interface FaultPoint {
  readonly at: string
  readonly envelope: EnvelopeKind | null
}

const isEndpoint = (id: string): id is EndpointId => id in endpoints
const byPath: ReadonlyMap<string, FaultPoint> = new Map([
  ...Object.keys(endpoints)
    .filter(isEndpoint)
    .map((id): [string, FaultPoint] => [
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

/** Tells whoever asks, in the headers of every answer, that there is a lab to talk to. */
const LAB_SIGN = 'lab;desc="on"'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * The connection breaks when the answer has begun. Were it to break without a word, a browser would send the request again by itself, as it does where it had
 * used the connection before.
 */
const cut = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "64" })
  response.write("{", () => response.destroy())
}

/** Connections that the lab leaves open and silent. */
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

/** What the endpoint would have said had it refused for this reason. */
const refused = (request: IncomingMessage, { envelope }: FaultPoint, reason: string): CapturedResponse => {
  const words = refusalText(localeOf(request), reason, undefined)
  const body = envelope === null ? words : JSON.stringify(failureBody(envelope, { reason }, words))
  const type = envelope === null ? "text/plain" : "application/json"
  const headers = { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }
  return { status: statusOf(reason), headers, body: Buffer.from(body) }
}

const gatewayPage = (status: number): CapturedResponse => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body: Buffer.from(`<!doctype html><title>${status}</title><h1>${status}</h1>`),
})

const half = (held: CapturedResponse): CapturedResponse => ({
  ...held,
  body: held.body.subarray(0, Math.floor(held.body.length / 2)),
})

/** The envelope stays as it was; what it carries becomes a list of one text, which no endpoint answers with. */
const misshapen = ({ status, headers, body }: CapturedResponse): CapturedResponse => {
  const { "content-encoding": _, etag: __, ...rest } = headers
  const parsed: unknown = JSON.parse(body.toString("utf8"))
  const data = ["not what was promised"]
  const bent = typeof parsed === "object" && parsed !== null ? { ...parsed, data } : { data }
  return { status, headers: rest, body: Buffer.from(JSON.stringify(bent)) }
}

/** Serves every request as the server does, but for what the plans in force have go wrong. The second part ends every silence. */
export const withHttpFaults = (faults: FaultInjector, origin: string, serve: Serve) => {
  const silence = createSilence()
  /** Those who wait for the next one to their place to overtake them. */
  const overtaken = new Map<string, () => void>()

  const drop = (request: IncomingMessage, response: ServerResponse, how: "cut" | "silence"): void => {
    if (how === "cut") cut(response)
    else silence.hold(request.socket)
  }
  const carryOut = async (
    { fault, delayMs }: InjectedFault,
    place: FaultPoint,
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
        await overtake(place.at, fault)
        return await deliver()
      case "error":
        return refused(request, place, fault.reason)
      case "status":
        return gatewayPage(fault.status)
      case "malformed":
        return half(await deliver())
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

  const throughFaults: Serve = async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin)
    if (await serveControl(faults, request, response, pathname)) return
    const place = faultPointOf(pathname)
    const waiting = overtaken.get(place.at)
    const decided = faults.apply(scopesOf(request), place.at)
    const isBent = place.at === "page" && faults.device(scopesOf(request)) !== null
    if (decided === null && !isBent) await serve(request, response)
    else {
      const deliver = await takeRequest(request, origin, faults, isBent)
      const exchange = { request, response }
      const outcome = decided === null ? await deliver() : await carryOut(decided, place, exchange, deliver)
      if (outcome !== "nothing") answer(response, isBent ? withDeviceScript(outcome) : outcome)
    }
    waiting?.()
  }
  const guarded: Serve = async (request, response) => {
    // also where the page comes late or twice
    response.appendHeader("server-timing", LAB_SIGN)
    if (request.headers[OWN_HEADER] === faults.secret) return serve(request, response)
    try {
      await throughFaults(request, response)
    } catch (thrown) {
      console.error(`the fault lab: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      request.socket.destroy()
    }
  }
  return { serve: guarded, end: silence.end }
}
