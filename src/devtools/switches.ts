/**
 * What the console can make go wrong in this browser, and what it can make visible. Faults are brought about where the app meets the browser, so that the app
 * itself knows nothing of them; all of it ends with the document.
 */

import { FAULT_LAB_PATH, SLOW_NETWORK_MS } from "../contract/faults.ts"

export interface Switches {
  readonly isOffline: boolean
  readonly isSlow: boolean
  readonly isStorageFull: boolean
  /** How far the device's clock is ahead; behind where negative. */
  readonly skewMs: number
  readonly isStill: boolean
  readonly isLarge: boolean
  readonly areTargetsShown: boolean
}

const ALL_OFF: Switches = {
  isOffline: false,
  isSlow: false,
  isStorageFull: false,
  skewMs: 0,
  isStill: false,
  isLarge: false,
  areTargetsShown: false,
}

const full = (): DOMException => new DOMException("the debug console says so", "QuotaExceededError")

/** Every request waits, or fails, while the switch is on; but for those that say what is to go wrong. */
const bendNetwork = (read: () => Switches): void => {
  const real = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    if (input === FAULT_LAB_PATH) return real(input, init)
    if (read().isSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_NETWORK_MS))
    if (read().isOffline) throw new TypeError("the debug console has cut the network")
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

const bendStorage = (read: () => Switches): void => {
  const refuse = () => {
    if (read().isStorageFull) throw full()
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

const bendClock = (read: () => Switches): (() => number) => {
  const real = Date.now
  Date.now = () => real() + read().skewMs
  return real
}

const show = ({ isStill, isLarge, areTargetsShown }: Switches): void => {
  const { documentElement: root } = document
  root.toggleAttribute("data-inspect-still", isStill)
  root.toggleAttribute("data-inspect-large", isLarge)
  root.toggleAttribute("data-inspect-targets", areTargetsShown)
}

export interface SwitchBoard {
  readonly read: () => Switches
  readonly set: (change: Partial<Switches>) => void
  readonly onChange: (listener: () => void) => () => void
  /** The device's clock as it really is. */
  readonly realNow: () => number
}

/** Puts the switches between the app and the browser, all off. Once per document, before the app begins. */
export const createSwitchBoard = (): SwitchBoard => {
  const listeners = new Set<() => void>()
  let switches = ALL_OFF
  const read = () => switches
  bendNetwork(read)
  bendStorage(read)
  const realNow = bendClock(read)
  return {
    read,
    realNow,
    set: (change) => {
      const before = switches
      switches = { ...before, ...change }
      show(switches)
      if (before.isOffline !== switches.isOffline)
        dispatchEvent(new Event(switches.isOffline ? "offline" : "online"))
      for (const listener of [...listeners]) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
