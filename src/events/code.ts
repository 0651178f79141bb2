/** Events of the loading of one page's code. */
import { Schema } from "effect"
import { at, event } from "./declaration.ts"

export const CodeEvent = Schema.Union([
  /** The page is opened, shown again before its code came, or retried. */
  event("code.load", { at }),
  /** Something of the page cannot be shown; the server may have a newer build. */
  event("code.recover", { at }),
  event("code.arrived", { at }),
  event("code.missed", { at }),
  event("code.reachable", { at }),
  event("code.unreachable", { at }),
])
export type CodeEvent = typeof CodeEvent.Type
export type CodeEmitted = { readonly type: "code.loaded" | "code.failed" }
