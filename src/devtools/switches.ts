/**
 * Switches of the console: faults of network, storage and clock in this browser, and display
 * options. Faults replace browser APIs, so the app has no code for them. All end with the document.
 */

import { FAULT_LAB_PATH, SLOW_NETWORK_MS } from "../contract/faults.ts"
import { createListeners } from "../domain/listeners.ts"

export interface SwitchStates {
  readonly isOffline: boolean
  readonly isSlow: boolean
  readonly isStorageFull: boolean
  /** Positive: the device's clock is ahead. */
  readonly skewMs: number
  readonly isStill: boolean
  readonly isLarge: boolean
  readonly areTargetsShown: boolean
}

const ALL_OFF: SwitchStates = {
  isOffline: false,
  isSlow: false,
  isStorageFull: false,
  skewMs: 0,
  isStill: false,
  isLarge: false,
  areTargetsShown: false,
}

const quotaExceeded = (): DOMException =>
  new DOMException("storage is full: switch of the debug console", "QuotaExceededError")

/** Delays or fails every request and closes sockets. Requests for fault injection itself pass. */
const replaceNetwork = (read: () => SwitchStates): void => {
  const real = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    if (input === FAULT_LAB_PATH) return real(input, init)
    if (read().isSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_NETWORK_MS))
    if (read().isOffline) throw new TypeError("offline: switch of the debug console")
    return real(input, init)
  }
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !read().isOffline })
  const sockets = new Set<WebSocket>()
  const Real = globalThis.WebSocket
  globalThis.WebSocket = class extends Real {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.add(this)
      this.addEventListener("close", () => sockets.delete(this))
      if (read().isOffline) queueMicrotask(() => this.close())
    }
  }
  addEventListener("offline", () => {
    if (read().isOffline) for (const socket of sockets) socket.close()
  })
}

const replaceStorage = (read: () => SwitchStates): void => {
  const refuse = () => {
    if (read().isStorageFull) throw quotaExceeded()
  }
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (name, value) {
    refuse()
    return setItem.call(this, name, value)
  }
  const { add, put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (value, key) {
    refuse()
    return key === undefined ? add.call(this, value) : add.call(this, value, key)
  }
  IDBObjectStore.prototype.put = function (value, key) {
    refuse()
    return key === undefined ? put.call(this, value) : put.call(this, value, key)
  }
}

const replaceClock = (read: () => SwitchStates): (() => number) => {
  const real = Date.now
  Date.now = () => real() + read().skewMs
  return real
}

const applyDisplay = ({ isStill, isLarge, areTargetsShown }: SwitchStates): void => {
  const { documentElement: root } = document
  root.toggleAttribute("data-inspect-still", isStill)
  root.toggleAttribute("data-inspect-large", isLarge)
  root.toggleAttribute("data-inspect-targets", areTargetsShown)
}

export interface FaultSwitches {
  readonly read: () => SwitchStates
  readonly set: (change: Partial<SwitchStates>) => void
  readonly onChange: (listener: () => void) => () => void
  /** The device's clock without the fault. */
  readonly realNow: () => number
}

/** Replaces the browser APIs, all switches off. Call once per document, before the app starts. */
export const createFaultSwitches = (): FaultSwitches => {
  const listeners = createListeners()
  let switches = ALL_OFF
  const read = () => switches
  replaceNetwork(read)
  replaceStorage(read)
  const realNow = replaceClock(read)
  return {
    read,
    realNow,
    set: (change) => {
      const before = switches
      switches = { ...before, ...change }
      applyDisplay(switches)
      if (before.isOffline !== switches.isOffline)
        dispatchEvent(new Event(switches.isOffline ? "offline" : "online"))
      listeners.notify()
    },
    onChange: listeners.subscribe,
  }
}
