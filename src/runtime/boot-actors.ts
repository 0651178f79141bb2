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
import type { RegisterActor } from "./actor-host.ts"
import type { ApiLayer } from "./api-layer.ts"
import { browserActor, pagesActor } from "./effects/browser-actors.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { lazyActor, type Run } from "./effects/lazy-actor.ts"
import { networkActor } from "./effects/network-status.ts"
import { AMOUNTS_HIDDEN, LOCALE, loadPreferences, THEME } from "./effects/stored-preferences.ts"
import {
  forgetSession,
  INTENT,
  INTENT_EXPIRY_SECONDS,
  sessionLoader,
  sessionWatcher,
} from "./effects/stored-session.ts"
import { registerEntryForms } from "./entry-form-actors.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"

export interface BootOptions {
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  readonly loadPage: (name: string) => Promise<unknown>
  readonly languages: readonly string[]
  /** The server said with this document that the site is on. */
  readonly isSiteOn: boolean
  readonly now: () => number
}

type LoadApiLayer = () => Promise<ApiLayer>

/** Brings one program of the back room. */
const programOf =
  <Input>(bring: LoadApiLayer, pick: (programs: ApiLayer["programs"]) => Run<Input>) =>
  async (): Promise<Run<Input>> =>
    pick((await bring()).programs)

/** No code, no answer: as if there were no network, which is why. */
const NETWORK_FAILURE = { reason: "no-answer.network" } as const

const startupFor = (bring: LoadApiLayer, { storage }: BootOptions) => {
  const missing = (): StartupEvent => ({ type: "startup.configFailed", failure: NETWORK_FAILURE })
  return startupMachine.provide({
    actors: {
      loadConfig: lazyActor(
        programOf(bring, ({ loadConfig }) => loadConfig),
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

const sessionFor = (bring: LoadApiLayer, { storage, now }: BootOptions) => {
  const failed = (type: "session.refused" | "session.refreshFailed") => (): SessionEvent => ({
    type,
    failure: NETWORK_FAILURE,
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
        programOf(bring, ({ loadSession }) => loadSession),
      ),
      watchSession: sessionWatcher(programOf(bring, ({ lookAgain }) => lookAgain)),
      authenticate: lazyActor<Credentials>(
        programOf(bring, ({ authenticate }) => authenticate),
        failed("session.refused"),
      ),
      refreshUser: lazyActor(
        programOf(bring, ({ refreshUser }) => refreshUser),
        failed("session.refreshFailed"),
      ),
      clearSession: lazyActor(
        programOf(bring, ({ clearSession }) => clearSession),
        cleared,
      ),
    },
    actions: {
      storeIntent: (_, { intent }) =>
        intent ? storage.write(INTENT, intent, INTENT_EXPIRY_SECONDS) : storage.remove(INTENT),
    },
  })
}

export const registerBootActors = (registerActor: RegisterActor, bring: LoadApiLayer, parts: BootOptions) => {
  const { storage, history, loadPage, languages, isSiteOn: saidOn, now } = parts
  const navigation = navigationMachine.provide({
    actors: { browser: browserActor(history, now, createIdempotencyKey), pages: pagesActor(loadPage, now) },
  })
  const session = registerActor("session", sessionFor(bring, parts), undefined)
  const preferences = loadPreferences(storage, languages)
  return {
    feedback: registerActor("feedback", feedbackMachine, undefined),
    startup: registerActor("startup", startupFor(bring, parts), { ...preferences, saidOn }),
    session,
    navigation: registerActor("navigation", navigation, { table: null }, navigationStream),
    ...registerEntryForms(registerActor, session, now),
  }
}

export type BootActors = ReturnType<typeof registerBootActors>
