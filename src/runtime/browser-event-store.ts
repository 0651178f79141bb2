/** The streams over what this browser has: its database, its locks, its channels. */
import { openStore } from "../journal/event-store.ts"
import { identifyTab, isTabAlive } from "../journal/tab-id.ts"
import { createStreams } from "./event-store-coordinator.ts"
import { mintKey } from "./idempotency-key.ts"
import type { Inspector } from "./inspector.ts"
import type { AdoptingStreams } from "./journaled-actor.ts"

/** Browsers without locks or channels still have the numbering of events to keep tabs apart. */
export const browserStreams = (inspector?: Inspector): AdoptingStreams => {
  const locks = "locks" in navigator ? navigator.locks : undefined
  return createStreams({
    openStore,
    identifyTab: () => identifyTab(() => sessionStorage, locks, mintKey),
    isTabAlive: (id) => isTabAlive(locks, id),
    locks,
    openChannel: (name) => ("BroadcastChannel" in globalThis ? new BroadcastChannel(name) : undefined),
    now: () => Date.now(),
    onTurnedTo: (listen) => addEventListener("focus", listen),
    inspector,
  })
}
