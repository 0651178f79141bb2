/**
 * Promises: no page opens before the site is known to be on; a failure to find out is shown and
 * retried when the network returns; redirects lead only to allowed https links. Language, theme and
 * hidden amounts persist.
 */
import { assign, type EventObject, enqueueActions, fromCallback, setup } from "xstate"
import type { SystemConfig } from "../src/domain/entities.ts"
import type { Failure } from "../src/domain/failure.ts"
import type { Locale } from "../src/domain/limits.ts"
import { isAllowedLink } from "../src/domain/links.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { StartupEmitted, StartupEvent, Theme } from "../src/events/startup.ts"

export interface StartupInput {
  readonly locale: Locale
  readonly theme: Theme
  /** True if balances are masked until the member reveals them. */
  readonly areAmountsHidden: boolean
  /** True if the document itself said that the site is on: no request is awaited. */
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
    /** Loads the configuration: startup.configured or startup.configFailed. */
    loadConfig: fromCallback<EventObject>(unprovided("loadConfig")),
    /** Watches the network: startup.networkReturned, startup.networkLost. */
    watchNetwork: fromCallback<EventObject>(unprovided("watchNetwork")),
  },
  actions: {
    storeLocale: (_, _params: { readonly locale: Locale }) => {
      throw new Error("storeLocale is not provided")
    },
    storeTheme: (_, _params: { readonly theme: Theme }) => {
      throw new Error("storeTheme is not provided")
    },
    storeAmountsHidden: (_, _params: { readonly hidden: boolean }) => {
      throw new Error("storeAmountsHidden is not provided")
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
    takeAmountsHidden: assign({
      areAmountsHidden: ({ context, event }) =>
        event.type === "startup.hideAmounts" ? event.hidden : context.areAmountsHidden,
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
      description: "Another language was chosen",
    },
    "startup.setTheme": {
      actions: ["takeTheme", { type: "storeTheme", params: ({ context }) => ({ theme: context.theme }) }],
      description: "Another theme was chosen",
    },
    "startup.hideAmounts": {
      actions: [
        "takeAmountsHidden",
        { type: "storeAmountsHidden", params: ({ context }) => ({ hidden: context.areAmountsHidden }) },
      ],
      description: "Balances are to be hidden, or shown again",
    },
    "startup.networkReturned": { actions: "markOnline", description: "The device has a network again" },
    "startup.networkLost": { actions: "markOffline", description: "The device has lost its network" },
  },
  initial: "beginning",
  states: {
    beginning: {
      description: "Was anything said about the site?",
      always: [
        {
          guard: "isSaidOn",
          target: "on.unaware",
          description: "The server said with the document that the site is on",
        },
        { target: "configuring", description: "Nothing was said: the configuration decides" },
      ],
    },
    configuring: {
      description: "The configuration of the site is asked for",
      tags: "busy",
      invoke: { id: "loadConfig", src: "loadConfig" },
      on: {
        "startup.configured": {
          target: "deciding",
          actions: "takeConfig",
          description: "The configuration is there",
        },
        "startup.configFailed": {
          target: "silent",
          actions: "takeFailure",
          description: "The configuration did not come, and why",
        },
      },
    },
    deciding: {
      description: "The configuration says whether the site is on",
      always: [
        { guard: "isSiteOn", target: "on", description: "The configuration says that the site is on" },
        { target: "off", description: "The configuration says that it is off" },
      ],
    },
    on: {
      description: "The site is on",
      entry: "tellOn",
      initial: "known",
      states: {
        known: { description: "Its configuration is known" },
        unaware: {
          description: "The site is known to be on; the configuration is loaded when needed",
          on: { "startup.learn": { target: "learning", description: "The configuration is needed" } },
        },
        learning: {
          description: "The configuration is being loaded in the background",
          invoke: { id: "learnConfig", src: "loadConfig" },
          on: {
            "startup.configured": {
              target: "#startup.deciding",
              actions: "takeConfig",
              description: "The configuration is there: it may say that the site is off",
            },
            "startup.configFailed": {
              target: "unaware",
              description: "It did not come: asked for when it is needed again",
            },
          },
        },
      },
    },
    off: {
      description: "The site is switched off",
      entry: "tellOff",
      on: {
        "startup.retry": {
          target: "configuring",
          description: "The visitor looks whether the site is on by now",
        },
      },
    },
    silent: {
      description: "No configuration came: was there no network, or no good answer?",
      always: [
        { guard: "isSilence", target: "offline", description: "There was no network to ask over" },
        { target: "failed", description: "There was an answer, and it was of no use" },
      ],
    },
    offline: {
      description: "There is no network; it is tried again when it returns",
      on: {
        "startup.retry": { target: "configuring", description: "The visitor tries again" },
        "startup.networkReturned": {
          target: "configuring",
          actions: "markOnline",
          description: "The network is back: tried again at once",
        },
      },
    },
    failed: {
      description: "The site does not answer as it should",
      on: { "startup.retry": { target: "configuring", description: "The visitor tries again" } },
    },
  },
})

type Snapshot = { readonly context: StartupContext }
export const selectConfig = ({ context }: Snapshot): SystemConfig | null => context.config
export const selectLocale = ({ context }: Snapshot): Locale => context.locale
export const selectTheme = ({ context }: Snapshot): Theme => context.theme
export const selectAmountsHidden = ({ context }: Snapshot): boolean => context.areAmountsHidden
