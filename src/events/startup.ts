/** Events of the startup machine: site status and the member's preferences. */
import { Schema } from "effect"
import { SystemConfig } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { LOCALES } from "../domain/limits.ts"
import { event } from "./event-shape.ts"

export const Theme = Schema.Literals(["system", "light", "dark"])
export type Theme = typeof Theme.Type

export const StartupEvent = Schema.Union([
  // commands
  event("startup.retry", {}),
  /** The configuration is needed, although it was not at start-up, or may have changed since. */
  event("startup.learn", {}),
  event("startup.setLocale", { locale: Schema.Literals(LOCALES) }),
  event("startup.setTheme", { theme: Theme }),
  event("startup.hideAmounts", { hidden: Schema.Boolean }),
  // facts
  event("startup.configured", { config: SystemConfig }),
  event("startup.configFailed", { failure: Failure }),
  event("startup.networkReturned", {}),
  event("startup.networkLost", {}),
])
export type StartupEvent = typeof StartupEvent.Type

export type StartupEmitted =
  | { readonly type: "startup.siteOn" }
  /** The site is off: `url` is the redirect target, null for the app's own placeholder. */
  | { readonly type: "startup.siteOff"; readonly url: string | null }
  | { readonly type: "startup.linkRefused"; readonly url: string }
