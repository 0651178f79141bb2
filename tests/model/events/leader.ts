import { casesFor } from "@financial-links/paths"
import { leaderMachine } from "../../../machines/leader.ts"

const at = 1
const id = "t1"

/** A browser with channels, and one without. */
export const cases = casesFor(leaderMachine, {
  inputs: [
    { id, hasChannel: true },
    { id, hasChannel: false },
  ],
  events: [
    { type: "leader.takeOver", at },
    { type: "leader.resign", at },
    { type: "leader.lockGranted", at },
    { type: "leader.lockRefused", at },
    { type: "leader.lockLost", at },
    { type: "leader.wanted", tab: "t2", isIdle: true, at },
    { type: "leader.wanted", tab: "t2", isIdle: false, at },
    { type: "leader.answered", at },
    { type: "leader.yielded", at },
    { type: "leader.caughtUp", at },
    { type: "leader.paused", at },
    { type: "leader.flushed", at },
  ],
})
