/** Events of newer builds of the app. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const BuildEvent = Schema.Union([
  // commands
  event("build.look", { at }),
  event("build.accept", { at }),
  event("build.decline", { at }),
  // facts
  event("build.installed", { at }),
  event("build.activated", { at }),
])
export type BuildEvent = typeof BuildEvent.Type
