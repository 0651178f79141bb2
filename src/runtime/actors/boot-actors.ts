/** The actors of every visit. Their API calls load the API layer with the first use. */
import { isStored, type Stored, type Upcaster } from "@financial-links/journal"
import { type EventObject, fromCallback } from "xstate"
import { feedbackMachine } from "../../../machines/feedback.ts"
import { type FormJob, formMachine } from "../../../machines/form.ts"
import { navigationMachine } from "../../../machines/navigation.ts"
import { type Credentials, sessionMachine } from "../../../machines/session.ts"
import { startupMachine } from "../../../machines/startup.ts"
import { wechatMachine } from "../../../machines/wechat.ts"
import { UNDATED_CONSENT } from "../../domain/forms.ts"
import type { StreamDeclaration } from "../../events/declaration.ts"
import type { FormEvent } from "../../events/form.ts"
import type { SessionEvent } from "../../events/session.ts"
import type { StartupEvent } from "../../events/startup.ts"
import type { WeChatEvent, WeChatPurpose } from "../../events/wechat.ts"
import type { HistoryPort } from "../../navigation/history.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import type { DeviceStorage } from "../api/device-storage.ts"
import { renewCachedDocument, writeLocaleCookie } from "../api/document-language.ts"
import {
  AMOUNTS_HIDDEN,
  APPEARANCE,
  COLOURS,
  LOCALE,
  loadPreferences,
  THEME,
} from "../api/stored-preferences.ts"
import {
  forgetSession,
  INTENT,
  INTENT_EXPIRY_SECONDS,
  sessionLoader,
  sessionWatcher,
} from "../api/stored-session.ts"
import { returnReader } from "../api/wechat-return.ts"
import type { ActorHandle, RegisterActor } from "./actor-host.ts"
import { browserActor, networkActor, visibilityActor } from "./browser-actors.ts"
import { lazyActor, type Run } from "./lazy-actor.ts"
import type { HostedPageLifecycles } from "./page-actors.ts"
import type { SecretStore } from "./secrets.ts"
import { uuid7 } from "./uuid7.ts"

export interface BootOptions {
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  /** Hosts the pages of the stack. */
  readonly pages: HostedPageLifecycles["pages"]
  readonly languages: readonly string[]
  /** The server stated in the headers of this document that the site is on. */
  readonly isSiteOn: boolean
  readonly secrets: SecretStore
  readonly now: () => number
}

type LoadApiLayer = () => Promise<ApiLayer>

/** Loads one program of the API layer. */
const programOf =
  <Input>(bring: LoadApiLayer, pick: (programs: ApiLayer["programs"]) => Run<Input>) =>
  async (): Promise<Run<Input>> =>
    pick((await bring()).programs)

/** The failure if the code does not load: the network is down. */
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
      watchVisibility: visibilityActor(),
    },
    actions: {
      storeLocale: (_, { locale }) => {
        storage.write(LOCALE, locale)
        writeLocaleCookie(locale)
        renewCachedDocument()
      },
      storeTheme: (_, { theme }) => storage.write(THEME, theme),
      storeColours: (_, { colours }) => storage.write(COLOURS, colours),
      storeAmountsHidden: (_, { hidden }) => storage.write(AMOUNTS_HIDDEN, hidden),
      storeAppearance: (_, { appearance }) => storage.write(APPEARANCE, appearance),
    },
  })
}

const sessionFor = (bring: LoadApiLayer, { storage, now }: BootOptions) => {
  const failed = (type: "session.refused" | "session.refreshFailed") => (): SessionEvent => ({
    type,
    failure: NETWORK_FAILURE,
    at: now(),
  })
  const cleared = (): SessionEvent => {
    forgetSession(storage)
    return { type: "session.cleared", at: now() }
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

/** The programs of the WeChat machine. */
type WeChatPrograms = Pick<ApiLayer["programs"], "askWeChatAddress" | "logInByWeChat" | "linkWeChat">

export const wechatFor = (
  bring: () => Promise<{ readonly programs: WeChatPrograms }>,
  { storage, secrets, history }: Pick<BootOptions, "storage" | "secrets" | "history">,
) => {
  const missing = (): WeChatEvent => ({ type: "wechat.failed", failure: NETWORK_FAILURE })
  return wechatMachine.provide({
    actors: {
      readReturn: returnReader({ storage, secrets, history }),
      askAddress: lazyActor<{ readonly purpose: WeChatPurpose }>(
        async () => (await bring()).programs.askWeChatAddress,
        missing,
      ),
      logIn: lazyActor<{ readonly code: string }>(
        async () => (await bring()).programs.logInByWeChat,
        missing,
      ),
      link: lazyActor<{ readonly code: string }>(async () => (await bring()).programs.linkWeChat, missing),
    },
  })
}

type SessionHandle = ActorHandle<typeof sessionMachine>

/**
 * The session machine logs in and registers, and answers in every state; the form passes its values
 * on and that answer back.
 */
const throughSession = (session: SessionHandle, termsAtMs: () => number | undefined, now: () => number) =>
  fromCallback<EventObject, FormJob>(({ input, sendBack }) => {
    const { formId, values, handles } = input
    const username = (values.username ?? "").trim()
    const secret = handles.password ?? ""
    const { consent = UNDATED_CONSENT } = values
    const terms = consent === UNDATED_CONSENT ? termsAtMs() : Number(consent)
    const accept = () => sendBack({ type: "form.accepted", at: now() })
    const listening = session.onEmit((emitted) => {
      if (emitted.type === "session.began") accept()
      if (emitted.type !== "session.answered") return
      const { failure } = emitted
      if (failure === null) accept()
      else sendBack({ type: "form.refused", failure, at: now() })
    })
    session.send(
      formId === "register"
        ? {
            type: "session.register",
            username,
            secret,
            invitationCode: (values.invitationCode ?? "").trim(),
            ...(terms !== undefined && { termsAtMs: terms }),
            at: now(),
          }
        : {
            type: "session.login",
            username,
            secret,
            ...(handles.code !== undefined && { code: handles.code }),
            at: now(),
          },
    )
    return () => listening.unsubscribe()
  })

/** Submits one of the forms about a forgotten password. */
const visitorSubmission = (
  bring: LoadApiLayer,
  formId: "forgotten" | "resetByCode",
  now: () => number,
): ReturnType<typeof throughSession> => {
  const submit = programOf(bring, ({ submitVisitorForm }) => submitVisitorForm)
  return lazyActor<FormJob>(
    async () => {
      const run = await submit()
      return ({ values, handles }, send) => run({ formId, values, handles }, send)
    },
    (): FormEvent => ({ type: "form.refused", failure: NETWORK_FAILURE, at: now() }),
  )
}

/** The forms of a visitor. */
const registerEntryForms = (
  registerActor: RegisterActor,
  bring: LoadApiLayer,
  throughLogin: ReturnType<typeof throughSession>,
  now: () => number,
) => {
  const sentBy = (submitForm: ReturnType<typeof throughSession>) =>
    formMachine.provide({ actors: { submitForm } })
  const [entry, forgotten, reset] = [
    sentBy(throughLogin),
    sentBy(visitorSubmission(bring, "forgotten", now)),
    sentBy(visitorSubmission(bring, "resetByCode", now)),
  ]
  return {
    "form.login": registerActor("form.login", entry, { formId: "login" }, formStream),
    "form.register": registerActor("form.register", entry, { formId: "register" }, formStream),
    "form.forgotten": registerActor("form.forgotten", forgotten, { formId: "forgotten" }, formStream),
    "form.resetByCode": registerActor("form.resetByCode", reset, { formId: "resetByCode" }, formStream),
  }
}

export const registerBootActors = (registerActor: RegisterActor, bring: LoadApiLayer, parts: BootOptions) => {
  const { storage, history, pages, languages, isSiteOn, now } = parts
  const navigation = navigationMachine.provide({
    actors: { browser: browserActor(history, now, uuid7), pages },
  })
  const session = registerActor("session", sessionFor(bring, parts), undefined)
  const preferences = loadPreferences(storage, languages)
  const startup = registerActor("startup", startupFor(bring, parts), { ...preferences, saidOn: isSiteOn })
  const termsAtMs = () => startup.getSnapshot().context.config?.login.termsAtMs
  return {
    feedback: registerActor("feedback", feedbackMachine, undefined),
    startup,
    session,
    wechat: registerActor("wechat", wechatFor(bring, parts), undefined),
    navigation: registerActor("navigation", navigation, { table: null }, navigationStream),
    ...registerEntryForms(registerActor, bring, throughSession(session, termsAtMs, now), now),
  }
}

export type BootActors = ReturnType<typeof registerBootActors>

/** The id of the top page of a stored context. */
const topIdOf = ({ pages }: Stored): unknown => {
  const stack = isStored(pages) && Array.isArray(pages.stack) ? pages.stack : []
  const top: unknown = stack.at(-1)
  return isStored(top) ? top.id : undefined
}

/** The call whose page loads, the locked URL and the requested code were fields of its context. */
const withOpeningState: Upcaster = ({ value, context, ...snapshot }) => {
  const { pending, lock, asked: _, ...kept } = isStored(context) ? context : {}
  if (typeof lock !== "string") return { ...snapshot, value, context: { ...kept, call: null } }
  // a page that is not painted has been answered: only its id and URL are still needed
  const call = isStored(pending) ? pending : { id: topIdOf(kept), key: "", method: "navigateTo" }
  const opening = isStored(pending) ? "loading" : "painting"
  return { ...snapshot, value: { open: { opening } }, context: { ...kept, call: { ...call, url: lock } } }
}

/**
 * The navigation stream of one tab. Its event schemas are loaded when there is something to read.
 */
export const navigationStream: StreamDeclaration = {
  scope: "tab",
  version: 2,
  event: () => import("../../events/navigation.ts").then(({ NavigationEvent }) => NavigationEvent),
  context: () =>
    import("../../navigation/restored-pages.ts").then(({ RestoredNavigation }) => RestoredNavigation),
  upcasters: { events: {}, snapshots: [withOpeningState] },
}

/** Whether the form was submitted was a flag of its context. */
const withTriedState: Upcaster = ({ value, context, ...snapshot }) => {
  const { submitted, ...kept } = isStored(context) ? context : {}
  const editing = submitted === true ? "tried" : "untried"
  return { ...snapshot, value: value === "editing" ? { editing } : value, context: kept }
}

/** The stream of one form in one tab. Its event schemas are loaded on demand. */
export const formStream: StreamDeclaration = {
  scope: "tab",
  version: 2,
  event: () => import("../../events/form.ts").then(({ FormEvent }) => FormEvent),
  upcasters: { events: {}, snapshots: [withTriedState] },
}
