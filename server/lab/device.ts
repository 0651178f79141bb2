import type { ClientFaults } from "../../src/domain/faults.ts"
import type { Held } from "./forward.ts"

/** The script that brings about on a device what only the browser can. */
export const DEVICE_PATH = "/api/lab/device.js"

/** Runs in the page before anything of the app, which knows nothing of it; it stands on its own: nothing from outside its body exists there. */
const bendDevice = ({ skewMs, storage, online }: ClientFaults): void => {
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
  if (online) return
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false })
  globalThis.fetch = () => Promise.reject(new TypeError("the fault lab has cut the network"))
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
export const deviceScript = (faults: ClientFaults): string => `(${bendDevice})(${JSON.stringify(faults)})\n`

/** A page that loads the script before all else; any other answer as it is. It has to come uncompressed. */
export const withDeviceScript = (held: Held): Held => {
  const { etag: _, "last-modified": __, ...headers } = held.headers
  if (held.status !== 200 || !String(headers["content-type"]).includes("text/html")) return held
  const page = held.body.toString("utf8").replace(/<head[^>]*>/i, `$&<script src="${DEVICE_PATH}"></script>`)
  return { ...held, headers: { ...headers, "cache-control": "no-store" }, body: Buffer.from(page) }
}
