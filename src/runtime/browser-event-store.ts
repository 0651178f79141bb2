/** The streams over what this browser has: its database, its locks, its channels. */
import { openEventStore } from "../journal/event-store.ts"
import { identifyTab, isTabAlive } from "../journal/tab-id.ts"
import { createEventStoreCoordinator } from "./event-store-coordinator.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"
import type { Inspector } from "./inspector.ts"
import type { AttachableStreams } from "./journaled-actor.ts"

/** Browsers without locks or channels still have the numbering of events to keep tabs apart. */
export const createBrowserEventStore = (inspector?: Inspector): AttachableStreams => {
  const locks = "locks" in navigator ? navigator.locks : undefined
  return createEventStoreCoordinator({
    openEventStore: openEventStore,
    identifyTab: () => identifyTab(() => sessionStorage, locks, createIdempotencyKey),
    isTabAlive: (id) => isTabAlive(locks, id),
    locks,
    openChannel: (name) => ("BroadcastChannel" in globalThis ? new BroadcastChannel(name) : undefined),
    now: () => Date.now(),
    onFocus: (listen) => addEventListener("focus", listen),
    inspector,
  })
}
