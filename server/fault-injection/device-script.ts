import { type ClientFaults, FAULT_LAB_PATH, SLOW_NETWORK_MS } from "../../src/contract/faults.ts"
import type { CapturedResponse } from "./forward.ts"

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

/** The script for these faults. */
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
