import { type ClientFaults, FAULT_LAB_PATH, SLOW_NETWORK_MS } from "../../src/contract/faults.ts"
import type { CapturedResponse } from "./forward.ts"

/** The script that brings about on a device what only the browser can. */
export const DEVICE_PATH = "/api/lab/device.js"

interface DeviceFaults extends ClientFaults {
  /** Asked as ever, so that whoever set the faults can end them from the same page. */
  readonly labPath: string
  readonly slowMs: number
}

/** Runs in the page before anything of the app, which knows nothing of it; it stands on its own: nothing from outside its body exists there. */
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
    throw new DOMException("the fault lab has filled the storage", "QuotaExceededError")
  }
  if (storage === "full") {
    Storage.prototype.setItem = full
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  }
  if (storage === "blocked")
    IDBFactory.prototype.open = () => {
      throw new DOMException("the fault lab has blocked the storage", "SecurityError")
    }
  if (network === "on") return
  const { fetch: real } = globalThis
  const lateTo = (input: RequestInfo | URL) => (input === labPath ? 0 : slowMs)
  globalThis.fetch = async (input, init) => {
    if (network === "slow") await new Promise((resolve) => setTimeout(resolve, lateTo(input)))
    else if (input !== labPath) throw new TypeError("the fault lab has cut the network")
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
  const bent: DeviceFaults = { ...faults, labPath: FAULT_LAB_PATH, slowMs: SLOW_NETWORK_MS }
  return `(${patchDevice})(${JSON.stringify(bent)})\n`
}

/** A page that loads the script before all else; any other answer as it is. It has to come uncompressed. */
export const withDeviceScript = (held: CapturedResponse): CapturedResponse => {
  const { etag: _, "last-modified": __, ...headers } = held.headers
  if (held.status !== 200 || !String(headers["content-type"]).includes("text/html")) return held
  const page = held.body.toString("utf8").replace(/<head[^>]*>/i, `$&<script src="${DEVICE_PATH}"></script>`)
  return { ...held, headers: { ...headers, "cache-control": "no-store" }, body: Buffer.from(page) }
}
