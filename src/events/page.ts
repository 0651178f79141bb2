/** Events of one page of the stack. */

import { Schema } from "effect"
import { at, event } from "./declaration.ts"

export const PageEvent = Schema.Union([
  // commands
  /** The page is opened, shown again before its code came, or retried. */
  event("page.open", { at }),
  event("page.show", { at }),
  event("page.hide", { at }),
  /** Something of the page cannot be shown, or the member wants the newer build. */
  event("page.recover", { at }),
  event("page.close", { at }),
  // facts
  event("page.arrived", { at }),
  event("page.missed", { at }),
  event("page.reached", { at }),
  event("page.unreached", { at }),
  /** The server has a newer build. */
  event("page.outdated", { at }),
])
export type PageEvent = typeof PageEvent.Type
export type PageReport = { readonly type: "page.loaded" | "page.failed" }
