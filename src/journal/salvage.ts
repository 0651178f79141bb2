/** The words of the money streams, by which a key in doubt is found in a stream that cannot be read. */
import { salvageWith } from "@financial-links/journal"
import { Schema } from "effect"
import { Key } from "../domain/entities.ts"

/** After these facts the member knows the outcome of the key. */
const outcomes: ReadonlySet<string> = new Set([
  "resolved",
  // of releases whose tickets had a state for each outcome
  "accepted",
  "refused",
  "voided",
  "unrecorded",
])

export const { keyInDoubt, factBeforeCommand, factOfUnusedKey } = salvageWith({
  // a key that the server would not take was never sent
  isKey: Schema.is(Key),
  outcomes,
  facts: new Set([...outcomes, "pauseEnded", "recorded", "tokenRejected", "unanswered"]),
  resting: new Set([
    "accepted",
    "closed",
    "confirming",
    "editing",
    "filling",
    "notPlaced",
    "notRecorded",
    "refused",
    "reviewing",
  ]),
})
