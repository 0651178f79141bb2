/** The receiving side of Stately's published inspector, in the place of its page. */
import { createBrowserReceiver } from "@statelyai/inspect"

const received: unknown[] = []
Object.assign(globalThis, { received })
createBrowserReceiver().subscribe((event) => void received.push(event))
