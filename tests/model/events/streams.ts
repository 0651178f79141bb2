import { streamsMachine } from "../../../machines/streams.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** One waiting batch and several are the same. */
export const cases = casesFor(streamsMachine, {
  tells: ({ context }) => Math.min(context.waiting, 1),
  events: [
    { type: "streams.catchUp", at },
    { type: "streams.received", at },
    { type: "streams.read", at },
    { type: "streams.applied", at },
  ],
})
