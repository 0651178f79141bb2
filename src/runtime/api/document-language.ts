/** Says in which language the document comes from now on; nothing else leaves the device. */
import type { Locale } from "../../domain/limits.ts"
import { LOCALE_COOKIE } from "../../domain/locale.ts"
import type { LanguageChanged } from "../../domain/worker-messages.ts"

const LANGUAGE_CHANGED: LanguageChanged = "language-changed"
const YEAR_SECONDS = 31_536_000

/** The server chooses by the cookie. Where cookies are blocked, the browser's language stays. */
export const writeLocaleCookie = (locale: Locale): void => {
  if (typeof document === "undefined") return
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent without TLS
    document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  } catch {
    // a sandboxed document has no cookies
  }
}

/** The service worker replaces the document that it has cached. */
export const renewCachedDocument = (): void => {
  if (typeof navigator === "undefined" || !("serviceWorker" in navigator)) return
  navigator.serviceWorker.controller?.postMessage(LANGUAGE_CHANGED)
}
