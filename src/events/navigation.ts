/**
 * Events of the navigation machine, received and emitted. `key` names a call and pairs it with its
 * answer.
 */

import { Schema } from "effect"
import { at, event, JournalResumed, key, standard } from "./declaration.ts"

const text = Schema.String
const url = Schema.NullOr(text)

/** The position recorded in the browser's history; untrusted. */
export const HistoryMark = Schema.Struct({ id: text, depth: Schema.Int })
export type HistoryMark = typeof HistoryMark.Type

export const NavigationEvent = standard(
  Schema.Union([
    JournalResumed,
    // commands
    /** A document was opened or reloaded at `url`; `key` is new for each document. */
    event("navigation.open", {
      url: text,
      mark: Schema.NullOr(HistoryMark),
      member: Schema.Boolean,
      key,
      at,
    }),
    /**
     * A session began or ended: every page closes and `url` opens, or the entry page if it is null or
     * not allowed.
     */
    event("navigation.enter", { url, member: Schema.Boolean, key, at }),
    event("navigation.navigateTo", { url, key, at }),
    event("navigation.redirectTo", { url, key, at }),
    event("navigation.reLaunch", { url, key, at }),
    event("navigation.switchTab", { url, key, at }),
    event("navigation.tapTab", { url, key, at }),
    event("navigation.navigateBack", {
      delta: Schema.optionalKey(Schema.Union([Schema.Finite, text])),
      key,
      at,
    }),
    event("navigation.retry", { at }),
    event("navigation.openOverlay", { overlay: text, at }),
    event("navigation.closeOverlay", { overlay: text, at }),
    /** The page wants to confirm leaving by back (`held`), or no longer. */
    event("navigation.hold", { id: text, held: Schema.Boolean, at }),
    // facts
    event("navigation.popped", { mark: Schema.NullOr(HistoryMark), url: text, key, at }),
    event("navigation.pageLoaded", { id: text, at }),
    event("navigation.pageFailed", { id: text, at }),
    /** The page is painted: a second tap cannot be meant for the page below. */
    event("navigation.pageMounted", { id: text, at }),
    event("navigation.appHidden", { at }),
    event("navigation.appShown", { at }),
  ]),
)
export type NavigationEvent = typeof NavigationEvent.Type

export type Query = Readonly<Record<string, string>>

/**
 * The answer to one call. `reason` is for the app, `errMsg` is the wording fixed by the
 * specification.
 */
export interface NavigationAnswered {
  readonly type: "navigation.answered"
  readonly key: string
  readonly ok: boolean
  readonly errMsg: string
  readonly reason?: "superseded" | "login-required" | "overlay-closed"
}

/** A page lifecycle event; `id` distinguishes two pages of one route. */
export interface PageEmitted {
  readonly type:
    | "page.load"
    | "page.show"
    | "page.ready"
    | "page.hide"
    | "page.unload"
    | "page.backPress"
    | "page.leaveAsked"
  readonly id: string
  readonly name: string
  readonly query: Query
}

export type NavigationEmitted =
  | NavigationAnswered
  | PageEmitted
  | {
      readonly type: "page.tabItemTap"
      readonly name: string
      readonly index: number
      readonly pagePath: string
    }
  | { readonly type: "app.launch" | "app.pageNotFound"; readonly path: string; readonly query: Query }
  | { readonly type: "app.show" | "app.hide" | "app.error" }
  | { readonly type: "navigation.overlayDismissed"; readonly overlay: string }
  | { readonly type: "navigation.loginRequired"; readonly url: string }

/** Commands of the machine to its browser-history actor and to the host of its pages. */
export interface BrowserMirror {
  readonly type: "browser.mirror"
  readonly entries: readonly { readonly id: string; readonly url: string }[]
}
export type PagesCommand =
  /** The code of a page is wanted. */
  | { readonly type: "pages.load"; readonly id: string; readonly name: string }
  | { readonly type: "pages.show" | "pages.hide"; readonly id: string }
  /** The pages that are open. Each other one has left the stack. */
  | { readonly type: "pages.keep"; readonly ids: readonly string[] }
