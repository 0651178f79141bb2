import { casesFor } from "@financial-links/paths"
import { lockMachine } from "../../../machines/lock.ts"
import type { LockEvent } from "../../../src/events/lock.ts"

const at = 1
const credentials = { username: "ada", secret: "a handle" }

export const cases = casesFor(lockMachine, {
  events: (): readonly LockEvent[] => [
    { type: "lock.ask", at },
    { type: "lock.cancel", at },
    { type: "lock.confirm", at },
    { type: "lock.lock", ...credentials, at },
    { type: "lock.unlock", ...credentials, at },
    { type: "lock.locked", lockedAtMs: at, at },
    { type: "lock.unlocking", opensAtMs: 2, at },
    { type: "lock.refused", failure: { reason: "no-answer.network" }, at },
  ],
})
