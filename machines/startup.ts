/**
 * Promises: the app knows whether the site is on before it lets anyone work, says so when it cannot know, tries again when the network returns, and never
 * sends anyone to a link that is not https and allowed. Language and theme are as the member left them.
 */
import { assign, type EventObject, enqueueActions, fromCallback, setup } from "xstate"
import type { SystemConfig } from "../src/domain/entities.ts"
import type { Failure } from "../src/domain/events/shape.ts"
import type { StartupEmitted, StartupEvent, Theme } from "../src/domain/events/startup.ts"
import type { Locale } from "../src/domain/limits.ts"
import { isAllowedLink } from "../src/domain/links.ts"

export interface StartupInput {
  readonly locale: Locale
  readonly theme: Theme
  /** The server said with the document that the site is on: nothing has to be waited for. */
  readonly saidOn: boolean
}

export interface StartupContext extends StartupInput {
  readonly config: SystemConfig | null
  readonly failure: Failure | null
  readonly online: boolean
}

export const startupMachine = setup({
  types: {
    context: {} as StartupContext,
    input: {} as StartupInput,
    events: {} as StartupEvent,
    emitted: {} as StartupEmitted,
    tags: {} as "busy",
  },
  actors: {
    /** Asks for the configuration: startup.configured or startup.configFailed. */
    loadConfig: fromCallback<EventObject>(() => {
      throw new Error("loadConfig is not provided")
    }),
    /** Hears of the network: startup.networkReturned, startup.networkLost. */
    watchNetwork: fromCallback<EventObject>(() => {
      throw new Error("watchNetwork is not provided")
    }),
  },
  actions: {
    storeLocale: (_, _params: { readonly locale: Locale }) => {
      throw new Error("storeLocale is not provided")
    },
    storeTheme: (_, _params: { readonly theme: Theme }) => {
      throw new Error("storeTheme is not provided")
    },
    takeConfig: assign({
      config: ({ context, event }) => (event.type === "startup.configured" ? event.config : context.config),
      failure: null,
    }),
    takeFailure: assign({
      failure: ({ event }) => (event.type === "startup.configFailed" ? event.failure : null),
    }),
    takeLocale: assign({
      locale: ({ context, event }) => (event.type === "startup.setLocale" ? event.locale : context.locale),
    }),
    takeTheme: assign({
      theme: ({ context, event }) => (event.type === "startup.setTheme" ? event.theme : context.theme),
    }),
    markOnline: assign({ online: true }),
    markOffline: assign({ online: false }),
    tellOn: enqueueActions(({ enqueue }) => enqueue.emit({ type: "startup.siteOn" })),
    tellOff: enqueueActions(({ context, enqueue }) => {
      const { website, link_hosts } = context.config ?? {}
      const wanted = website?.page_status === 1 ? website.page_url : ""
      const isAllowed = wanted !== "" && isAllowedLink(wanted, link_hosts ?? [])
      if (wanted !== "" && !isAllowed) enqueue.emit({ type: "startup.linkRefused", url: wanted })
      enqueue.emit({ type: "startup.siteOff", url: isAllowed ? wanted : null })
    }),
  },
  guards: {
    isSaidOn: ({ context }) => context.saidOn,
    isSiteOn: ({ context }) => context.config?.website.status === 1,
    isSilence: ({ context }) => context.failure?.reason.startsWith("no-answer.network") ?? false,
  },
}).createMachine({
  id: "startup",
  description: "Is the site on? And how does the member like to see it?",
  context: ({ input }) => ({ ...input, config: null, failure: null, online: true }),
  invoke: { id: "watchNetwork", src: "watchNetwork" },
  on: {
    "startup.setLocale": {
      actions: ["takeLocale", { type: "storeLocale", params: ({ context }) => ({ locale: context.locale }) }],
    },
    "startup.setTheme": {
      actions: ["takeTheme", { type: "storeTheme", params: ({ context }) => ({ theme: context.theme }) }],
    },
    "startup.networkReturned": { actions: "markOnline" },
    "startup.networkLost": { actions: "markOffline" },
  },
  initial: "beginning",
  states: {
    beginning: { always: [{ guard: "isSaidOn", target: "on.unaware" }, { target: "configuring" }] },
    configuring: {
      description: "The configuration of the site is asked for",
      tags: "busy",
      invoke: { id: "loadConfig", src: "loadConfig" },
      on: {
        "startup.configured": { target: "deciding", actions: "takeConfig" },
        "startup.configFailed": { target: "silent", actions: "takeFailure" },
      },
    },
    deciding: { always: [{ guard: "isSiteOn", target: "on" }, { target: "off" }] },
    on: {
      description: "The site is on",
      entry: "tellOn",
      initial: "known",
      states: {
        known: { description: "Its configuration is known" },
        unaware: {
          description: "It was said to be on; the configuration is asked for when somebody needs it",
          on: { "startup.learn": "learning" },
        },
        learning: {
          description: "The configuration is asked for, and nobody waits",
          invoke: { id: "learnConfig", src: "loadConfig" },
          on: {
            "startup.configured": { target: "#startup.deciding", actions: "takeConfig" },
            "startup.configFailed": "unaware",
          },
        },
      },
    },
    off: {
      description: "The site is switched off",
      entry: "tellOff",
      on: { "startup.retry": "configuring" },
    },
    silent: { always: [{ guard: "isSilence", target: "offline" }, { target: "failed" }] },
    offline: {
      description: "There is no network; it is tried again when it returns",
      on: {
        "startup.retry": "configuring",
        "startup.networkReturned": { target: "configuring", actions: "markOnline" },
      },
    },
    failed: {
      description: "The site does not answer as it should",
      on: { "startup.retry": "configuring" },
    },
  },
})

type Snapshot = { readonly context: StartupContext }
export const selectConfig = ({ context }: Snapshot): SystemConfig | null => context.config
export const selectLocale = ({ context }: Snapshot): Locale => context.locale
export const selectTheme = ({ context }: Snapshot): Theme => context.theme
export const selectOnline = ({ context }: Snapshot): boolean => context.online
