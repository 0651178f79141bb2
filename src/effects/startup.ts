/** What the startup machine asks of the world, and how language and theme are kept. */
import { Effect, Schema } from "effect"
import { type StartupEvent, Theme } from "../domain/events/startup.ts"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../domain/limits.ts"
import { failureOf } from "./failure.ts"
import { Api } from "./services.ts"
import type { DeviceStorage } from "./storage.ts"

export const LOCALE = "locale"
export const THEME = "theme"

const decodeLocale = Schema.decodeUnknownOption(Schema.Literals(LOCALES))
const decodeTheme = Schema.decodeUnknownOption(Theme)

/** Language tags of the browser for the app's own ids that differ from them. */
const ids: Readonly<Record<string, Locale>> = { vi: "vn", nl: "hl" }

const localeOfBrowser = (languages: readonly string[]): Locale => {
  for (const language of languages) {
    const primary = language.toLowerCase().split(/[-_]/)[0] ?? ""
    const found = LOCALES.find((locale) => locale === (ids[primary] ?? primary))
    if (found) return found
  }
  return DEFAULT_LOCALE
}

/** Language and theme as the member left them; the browser's language on a first visit. */
export const loadPreferences = (storage: DeviceStorage, languages: readonly string[]) => {
  const locale = decodeLocale(storage.read(LOCALE))
  const theme = decodeTheme(storage.read(THEME))
  return {
    locale: locale._tag === "Some" ? locale.value : localeOfBrowser(languages),
    theme: theme._tag === "Some" ? theme.value : ("system" as const),
  }
}

/** Asks for the site's configuration. */
export const loadConfig = Effect.fnUntraced(
  function* () {
    const config = yield* (yield* Api).call("systemConfig", {}, { key: "startup.config" })
    return { type: "startup.configured", config } as const
  },
  Effect.catch((error) =>
    Effect.succeed({ type: "startup.configFailed" as const, failure: failureOf(error) }),
  ),
)

/** Tells of the network coming and going for as long as it runs. */
export const watchNetwork = (_: unknown, send: (fact: StartupEvent) => void): Effect.Effect<undefined> =>
  Effect.callback<undefined>(() => {
    const tell = () =>
      send(navigator.onLine ? { type: "startup.networkReturned" } : { type: "startup.networkLost" })
    addEventListener("online", tell)
    addEventListener("offline", tell)
    return Effect.sync(() => {
      removeEventListener("online", tell)
      removeEventListener("offline", tell)
    })
  })
