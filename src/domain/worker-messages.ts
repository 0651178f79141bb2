/** What the service worker posts to the windows of the app. */

/** A notification was tapped. `tap` is the same each time that one tap is posted. */
export interface OpenRecord {
  /** The URL of the page that it leads to. */
  readonly open: string
  readonly tap: string
}

/** The push subscription of this device is another one. */
export type PushRenewed = "push-renewed"

/** Posted to the worker: the document is wanted in another language. */
export type LanguageChanged = "language-changed"
