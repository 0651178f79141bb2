/** Whether the site is on, and how the member likes to see it: what the startup machine may be told and what it tells. */
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
  /** Somebody needs the configuration, where it was not needed to begin. */
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
  /** The site is switched off: `url` is where it sends its visitors, null for the app's own placeholder. */
  | { readonly type: "startup.siteOff"; readonly url: string | null }
  | { readonly type: "startup.linkRefused"; readonly url: string }
