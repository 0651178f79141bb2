/** The machines that every visit needs, and the effects they are given. What asks the server comes with its first use. */
import type { EventObject } from "xstate"
import { feedbackMachine } from "../../machines/feedback.ts"
import { navigationMachine } from "../../machines/navigation.ts"
import { type Credentials, sessionMachine } from "../../machines/session.ts"
import { startupMachine } from "../../machines/startup.ts"
import type { SessionEvent } from "../events/session.ts"
import type { StartupEvent } from "../events/startup.ts"
import type { HistoryPort } from "../navigation/history.ts"
import { navigationStream } from "../navigation/navigation-stream.ts"
import type { SeatMachine } from "./actor-host.ts"
import type { Backroom } from "./api-layer.ts"
import { browserActor, pagesActor } from "./effects/browser-actors.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { lateActor, type Run } from "./effects/lazy-actor.ts"
import { networkActor } from "./effects/network-status.ts"
import { AMOUNTS_HIDDEN, LOCALE, loadPreferences, THEME } from "./effects/stored-preferences.ts"
import {
  forgetSession,
  INTENT,
  INTENT_EXPIRY_SECONDS,
  sessionLoader,
  sessionWatcher,
} from "./effects/stored-session.ts"
import { seatEntryForms } from "./entry-form-actors.ts"
import { mintKey } from "./idempotency-key.ts"

export interface BootParts {
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  readonly loadPage: (name: string) => Promise<unknown>
  readonly languages: readonly string[]
  /** The server said with this document that the site is on. */
  readonly saidOn: boolean
  readonly now: () => number
}

type Bring = () => Promise<Backroom>

/** Brings one program of the back room. */
const from =
  <Input>(bring: Bring, pick: (programs: Backroom["programs"]) => Run<Input>) =>
  async (): Promise<Run<Input>> =>
    pick((await bring()).programs)

/** No code, no answer: as if there were no network, which is why. */
const SILENCE = { reason: "no-answer.network" } as const

const startupFor = (bring: Bring, { storage }: BootParts) => {
  const missing = (): StartupEvent => ({ type: "startup.configFailed", failure: SILENCE })
  return startupMachine.provide({
    actors: {
      loadConfig: lateActor(
        from(bring, ({ loadConfig }) => loadConfig),
        missing,
      ),
      watchNetwork: networkActor(),
    },
    actions: {
      storeLocale: (_, { locale }) => storage.write(LOCALE, locale),
      storeTheme: (_, { theme }) => storage.write(THEME, theme),
      storeAmountsHidden: (_, { hidden }) => storage.write(AMOUNTS_HIDDEN, hidden),
    },
  })
}

const sessionFor = (bring: Bring, { storage, now }: BootParts) => {
  const failed = (type: "session.refused" | "session.refreshFailed") => (): SessionEvent => ({
    type,
    failure: SILENCE,
    at: now(),
  })
  const cleared = (): EventObject => {
    forgetSession(storage)
    return { type: "session.cleared" }
  }
  return sessionMachine.provide({
    actors: {
      loadSession: sessionLoader(
        storage,
        now,
        from(bring, ({ loadSession }) => loadSession),
      ),
      watchSession: sessionWatcher(from(bring, ({ lookAgain }) => lookAgain)),
      authenticate: lateActor<Credentials>(
        from(bring, ({ authenticate }) => authenticate),
        failed("session.refused"),
      ),
      refreshUser: lateActor(
        from(bring, ({ refreshUser }) => refreshUser),
        failed("session.refreshFailed"),
      ),
      clearSession: lateActor(
        from(bring, ({ clearSession }) => clearSession),
        cleared,
      ),
    },
    actions: {
      storeIntent: (_, { intent }) =>
        intent ? storage.write(INTENT, intent, INTENT_EXPIRY_SECONDS) : storage.remove(INTENT),
    },
  })
}

export const seatBoot = (seat: SeatMachine, bring: Bring, parts: BootParts) => {
  const { storage, history, loadPage, languages, saidOn, now } = parts
  const navigation = navigationMachine.provide({
    actors: { browser: browserActor(history, now, mintKey), pages: pagesActor(loadPage, now) },
  })
  const session = seat("session", sessionFor(bring, parts), undefined)
  const preferences = loadPreferences(storage, languages)
  return {
    feedback: seat("feedback", feedbackMachine, undefined),
    startup: seat("startup", startupFor(bring, parts), { ...preferences, saidOn }),
    session,
    navigation: seat("navigation", navigation, { table: null }, navigationStream),
    ...seatEntryForms(seat, session, now),
  }
}

export type BootSeats = ReturnType<typeof seatBoot>
