/**
 * The event store over the browser's database, locks and channels. A separate chunk, loaded on
 * demand.
 */
import { openEventStore } from "../journal/journal.ts"
import { identifyTab, isTabAlive } from "../journal/tab-id.ts"
import { createEventStoreCoordinator, type EventStoreOptions } from "./event-store-coordinator.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"
import type { Inspector } from "./inspector.ts"
import type { AttachableStreams } from "./journaled-actor.ts"

/** Without locks or channels the event numbers keep tabs apart. */
export const createBrowserEventStore = (
  onProblem: EventStoreOptions["onProblem"],
  inspector?: Inspector,
): AttachableStreams => {
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
    onProblem,
  })
}
