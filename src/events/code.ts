/** Events of the code of a part of a page. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const CodeEvent = Schema.Union([
  // command
  event("code.retry", { at }),
  // facts
  event("code.arrived", { at }),
  event("code.missed", { at }),
])
export type CodeEvent = typeof CodeEvent.Type

/** Emitted: only a new document can load the code. */
export interface CodeReport {
  readonly type: "code.stalled"
}
