import { type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http"
import { type ClientFaults, FAULT_LAB_PATH, SLOW_NETWORK_MS } from "../../src/contract/faults.ts"
import { UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { type FaultInjector, OWN_HEADER } from "./fault-injector.ts"

/** Path of the script that injects device faults: those that only the browser can produce. */
export const DEVICE_PATH = "/api/lab/device.js"

interface DeviceFaults extends ClientFaults {
  /** Never slowed or blocked, so that the page can still remove the faults. */
  readonly labPath: string
  readonly slowMs: number
}

/**
 * Runs in the page before the app. The function is serialised, so it must not refer to anything
 * outside its body.
 */
const patchDevice = ({ skewMs, storage, network, labPath, slowMs }: DeviceFaults): void => {
  if (skewMs !== 0) {
    const Real = Date
    const now = () => Real.now() + skewMs
    globalThis.Date = new Proxy(Real, {
      apply: () => new Real(now()).toString(),
      construct: (target, given, made) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, made),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    })
  }
  const full = (): never => {
    throw new DOMException("fault injection has filled the storage", "QuotaExceededError")
  }
  if (storage === "full") {
    Storage.prototype.setItem = full
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  }
  if (storage === "blocked")
    IDBFactory.prototype.open = () => {
      throw new DOMException("fault injection has blocked the storage", "SecurityError")
    }
  if (network === "on") return
  const { fetch: real } = globalThis
  const lateTo = (input: RequestInfo | URL) => (input === labPath ? 0 : slowMs)
  globalThis.fetch = async (input, init) => {
    if (network === "slow") await new Promise((resolve) => setTimeout(resolve, lateTo(input)))
    else if (input !== labPath) throw new TypeError("fault injection has cut the network")
    return real(input, init)
  }
  if (network === "slow") return
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false })
  XMLHttpRequest.prototype.send = function () {
    queueMicrotask(() => this.dispatchEvent(new ProgressEvent("error")))
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.close()
    }
  }
}

export const deviceScript = (faults: ClientFaults): string => {
  const faultsOfDevice: DeviceFaults = { ...faults, labPath: FAULT_LAB_PATH, slowMs: SLOW_NETWORK_MS }
  return `(${patchDevice})(${JSON.stringify(faultsOfDevice)})\n`
}

/**
 * Inserts the script into a page; leaves any other response unchanged. The page must be
 * uncompressed.
 */
export const withDeviceScript = (response: CapturedResponse): CapturedResponse => {
  const { etag: _, "last-modified": __, ...headers } = response.headers
  if (response.status !== 200 || !String(headers["content-type"]).includes("text/html")) return response
  const page = response.body
    .toString("utf8")
    .replace(/<head[^>]*>/i, `$&<script src="${DEVICE_PATH}"></script>`)
  return { ...response, headers: { ...headers, "cache-control": "no-store" }, body: Buffer.from(page) }
}

/** A complete response of the server, before it is sent on. */
export interface CapturedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const bodyMaxBytes = UPLOAD_MAX_BYTES + 64 * 1024
const hopHeaders = ["connection", "keep-alive", "transfer-encoding", "content-length"] as const

/** Request headers that make a response compressed, partial or empty. */
const choiceHeaders = ["accept-encoding", "if-none-match", "if-modified-since", "range"] as const

const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const kept = { ...headers }
  for (const name of hopHeaders) delete kept[name]
  return kept
}

const readAll = async (source: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > bodyMaxBytes) throw new Error("more than the server would take")
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Buffers a request and returns a function that delivers it to the server any number of times, even
 * when the client is gone. `isPlain` requests a complete, uncompressed response.
 */
export const takeRequest = async (
  request: IncomingMessage,
  origin: string,
  faults: FaultInjector,
  isPlain = false,
): Promise<() => Promise<CapturedResponse>> => {
  const body = await readAll(request)
  const kept = withoutHops(request.headers)
  if (isPlain) for (const name of choiceHeaders) delete kept[name]
  const headers = { ...kept, [OWN_HEADER]: faults.secret, "content-length": body.length }
  return () =>
    new Promise((resolve, reject) => {
      const options = { method: request.method ?? "GET", headers, agent: false as const }
      const sent = send(new URL(request.url ?? "/", origin), options, (response) => {
        readAll(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 502,
              headers: withoutHops(response.headers),
              body: content,
            }),
          reject,
        )
      })
      sent.once("error", reject)
      sent.end(body)
    })
}
