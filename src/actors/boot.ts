/** The machines that every visit needs, and the effects they are given. */
import { feedbackMachine } from "../../machines/feedback.ts"
import { navigationMachine } from "../../machines/navigation.ts"
import { sessionMachine } from "../../machines/session.ts"
import { startupMachine } from "../../machines/startup.ts"
import { navigationStream } from "../domain/events/navigation.ts"
import { effectActor } from "../effects/bridge.ts"
import { browserActor, pagesActor } from "../effects/browser.ts"
import type { HistoryPort } from "../effects/history.ts"
import {
  authenticate,
  clearSession,
  INTENT,
  INTENT_EXPIRY_SECONDS,
  loadSession,
  refreshUser,
  watchSession,
} from "../effects/session.ts"
import { LOCALE, loadConfig, loadPreferences, THEME, watchNetwork } from "../effects/startup.ts"
import type { DeviceStorage } from "../effects/storage.ts"
import { seatEntryForms } from "./entry-forms.ts"
import type { House } from "./house.ts"
import { mintKey } from "./mint.ts"

export interface BootParts {
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  readonly loadPage: (name: string) => Promise<unknown>
  readonly languages: readonly string[]
  readonly now: () => number
}

export const seatBoot = (house: House, { storage, history, loadPage, languages, now }: BootParts) => {
  const { services } = house
  const startup = startupMachine.provide({
    actors: {
      loadConfig: effectActor(services, loadConfig),
      watchNetwork: effectActor(services, watchNetwork),
    },
    actions: {
      storeLocale: (_, { locale }) => storage.write(LOCALE, locale),
      storeTheme: (_, { theme }) => storage.write(THEME, theme),
    },
  })
  const session = sessionMachine.provide({
    actors: {
      loadSession: effectActor(services, loadSession),
      authenticate: effectActor(services, authenticate),
      refreshUser: effectActor(services, refreshUser),
      clearSession: effectActor(services, clearSession),
      watchSession: effectActor(services, watchSession),
    },
    actions: {
      storeIntent: (_, { intent }) =>
        intent ? storage.write(INTENT, intent, INTENT_EXPIRY_SECONDS) : storage.remove(INTENT),
    },
  })
  const navigation = navigationMachine.provide({
    actors: { browser: browserActor(history, now, mintKey), pages: pagesActor(loadPage, now) },
  })
  const sessionSeat = house.seat("session", session, undefined)
  return {
    feedback: house.seat("feedback", feedbackMachine, undefined),
    startup: house.seat("startup", startup, loadPreferences(storage, languages)),
    session: sessionSeat,
    navigation: house.seat("navigation", navigation, { table: null }, navigationStream),
    ...seatEntryForms(house, sessionSeat, now),
  }
}

export type BootSeats = ReturnType<typeof seatBoot>
