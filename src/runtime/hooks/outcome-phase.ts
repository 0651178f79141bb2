/** Where an operation that moves money stands, as far as a member has to know. */

export type OutcomePhase = "sending" | "checking" | "accepted" | "notPlaced" | "notRecorded"

interface Staged {
  readonly value: unknown
  hasTag(tag: "busy" | "unknown"): boolean
}

/** The phase of a state that all operations share; null while the operation has not been sent. */
export const outcomePhase = (snapshot: Staged): OutcomePhase | null => {
  if (snapshot.hasTag("busy")) return "sending"
  if (snapshot.hasTag("unknown")) return "checking"
  const { value } = snapshot
  return value === "accepted" || value === "notPlaced" || value === "notRecorded" ? value : null
}
