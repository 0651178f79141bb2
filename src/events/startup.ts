/** Events of the startup machine: site status and the member's preferences. */

import { Schema } from "effect"
import { SystemConfig } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { LOCALES } from "../domain/limits.ts"
import { event } from "./declaration.ts"

export const Theme = Schema.Literals(["system", "light", "dark"])
export type Theme = typeof Theme.Type

export const MarketColours = Schema.Literals(["green-up", "red-up"])
export type MarketColours = typeof MarketColours.Type

export const StartupEvent = Schema.Union([
  // commands
  event("startup.retry", {}),
  /** The configuration is needed, although it was not at start-up, or may have changed since. */
  event("startup.learn", {}),
  /** Opens the page that a closed site leads to, at once. */
  event("startup.leave", {}),
  /** The page that a closed site leads to does not open by itself. */
  event("startup.stay", {}),
  event("startup.setLocale", { locale: Schema.Literals(LOCALES) }),
  event("startup.setTheme", { theme: Theme }),
  event("startup.setColours", { colours: MarketColours }),
  event("startup.hideAmounts", { hidden: Schema.Boolean }),
  // facts
  event("startup.configured", { config: SystemConfig }),
  event("startup.configFailed", { failure: Failure }),
  event("startup.networkReturned", {}),
  event("startup.networkLost", {}),
  /** The page has been visible for another while. */
  event("startup.stayedVisible", {}),
])
export type StartupEvent = typeof StartupEvent.Type

export type StartupEmitted =
  | { readonly type: "startup.siteOpened" }
  | { readonly type: "startup.siteClosed" }
  /** The browser goes to the page that the site names while it is off. */
  | { readonly type: "startup.redirected"; readonly url: string }
  /** The configured order of the tab bar cannot be shown. */
  | { readonly type: "startup.tabsRefused"; readonly message: string }
  | { readonly type: "startup.linkRefused"; readonly url: string }
