/**
 * Promises: no page opens before the site is known to be on; a failure to find out is shown and
 * retried when the network returns; redirects are announced first and lead only to allowed https
 * links. Language, theme, colours and hidden amounts persist.
 */
import { assign, type EventObject, enqueueActions, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type Appearance, appearanceOf, tabOrderProblem } from "../src/domain/appearance.ts"
import type { SystemConfig } from "../src/domain/entities.ts"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { type Locale, SITE_OFF_REDIRECT_MS } from "../src/domain/limits.ts"
import { isAllowedLink } from "../src/domain/links.ts"
import { unprovided, unprovidedAction } from "../src/domain/unprovided.ts"
import type { MarketColours, StartupEmitted, StartupEvent, Theme } from "../src/events/startup.ts"

export interface StartupInput {
  readonly locale: Locale
  readonly theme: Theme
  /** Null for those of the language. */
  readonly colours: MarketColours | null
  /** True if balances are masked until the member reveals them. */
  readonly areAmountsHidden: boolean
  /** The appearance of the last start. */
  readonly appearance: Appearance
  /** True if the document itself said that the site is on: no request is awaited. */
  readonly saidOn: boolean
}

export interface StartupContext extends StartupInput {
  readonly config: SystemConfig | null
  readonly failure: Failure | null
}

/** The page that the site wants opened instead of the app, and whether links may lead there. */
const redirectOf = ({ config }: Pick<StartupContext, "config">) => {
  const wanted = config?.website.pageStatus === 1 ? config.website.pageUrl : ""
  return { wanted, isAllowed: wanted !== "" && isAllowedLink(wanted, config?.linkHosts ?? []) }
}

export const startupMachine = setup({
  types: {
    context: {} as StartupContext,
    input: {} as StartupInput,
    events: {} as StartupEvent,
    emitted: {} as StartupEmitted,
    tags: {} as "closed",
  },
  actors: {
    /** Loads the configuration: startup.configured or startup.configFailed. */
    loadConfig: fromCallback<EventObject>(unprovided("loadConfig")),
    /**
     * Watches the network: startup.networkReturned, startup.networkLost. Screens ask again at the
     * former, in any state.
     */
    watchNetwork: fromCallback<EventObject>(unprovided("watchNetwork")),
    /** Sends startup.stayedVisible at intervals while the page is visible. */
    watchVisibility: fromCallback<EventObject>(unprovided("watchVisibility")),
  },
  actions: {
    storeLocale: unprovidedAction<{ readonly locale: Locale }>("storeLocale"),
    storeTheme: unprovidedAction<{ readonly theme: Theme }>("storeTheme"),
    storeColours: unprovidedAction<{ readonly colours: MarketColours | null }>("storeColours"),
    storeAmountsHidden: unprovidedAction<{ readonly hidden: boolean }>("storeAmountsHidden"),
    storeAppearance: unprovidedAction<{ readonly appearance: Appearance }>("storeAppearance"),
    assignConfig: assign(({ context, event }) =>
      event.type === "startup.configured"
        ? { config: event.config, appearance: appearanceOf(event.config), failure: null }
        : { config: context.config, failure: null },
    ),
    emitTabsRefused: enqueueActions(({ context, enqueue }) => {
      const pages = context.config?.tabbar.pages ?? []
      const problem = pages.length === 0 ? null : tabOrderProblem(pages)
      if (problem !== null) enqueue.emit({ type: "startup.tabsRefused", message: problem })
    }),
    assignFailure: assign({
      failure: ({ event }) => (event.type === "startup.configFailed" ? event.failure : null),
    }),
    assignLocale: assign({
      locale: ({ context, event }) => (event.type === "startup.setLocale" ? event.locale : context.locale),
    }),
    assignTheme: assign({
      theme: ({ context, event }) => (event.type === "startup.setTheme" ? event.theme : context.theme),
    }),
    assignColours: assign({
      colours: ({ context, event }) =>
        event.type === "startup.setColours" ? event.colours : context.colours,
    }),
    assignAmountsHidden: assign({
      areAmountsHidden: ({ context, event }) =>
        event.type === "startup.hideAmounts" ? event.hidden : context.areAmountsHidden,
    }),
    emitSiteOn: enqueueActions(({ enqueue }) => enqueue.emit({ type: "startup.siteOpened" })),
    emitSiteOff: enqueueActions(({ context, enqueue }) => {
      const { wanted, isAllowed } = redirectOf(context)
      if (wanted !== "" && !isAllowed) enqueue.emit({ type: "startup.linkRefused", url: wanted })
      enqueue.emit({ type: "startup.siteClosed" })
    }),
    emitRedirected: enqueueActions(({ context, enqueue }) =>
      enqueue.emit({ type: "startup.redirected", url: redirectOf(context).wanted }),
    ),
  },
  delays: { siteOffRedirect: SITE_OFF_REDIRECT_MS },
  guards: {
    isSaidOn: ({ context }) => context.saidOn,
    isSiteOn: ({ context }) => context.config?.website.status === 1,
    hasRedirect: ({ context }) => redirectOf(context).isAllowed,
    isNetworkFailure: ({ context }) => context.failure?.reason.startsWith("no-answer.network") ?? false,
  },
}).createMachine({
  id: "startup",
  description: "The site's status, and language, theme and display settings",
  context: ({ input }) => ({ ...input, config: null, failure: null }),
  invoke: { id: "watchNetwork", src: "watchNetwork" },
  on: {
    "startup.setLocale": {
      actions: [
        "assignLocale",
        { type: "storeLocale", params: ({ context }) => ({ locale: context.locale }) },
      ],
    },
    "startup.setTheme": {
      actions: ["assignTheme", { type: "storeTheme", params: ({ context }) => ({ theme: context.theme }) }],
    },
    "startup.setColours": {
      actions: [
        "assignColours",
        { type: "storeColours", params: ({ context }) => ({ colours: context.colours }) },
      ],
    },
    "startup.hideAmounts": {
      actions: [
        "assignAmountsHidden",
        { type: "storeAmountsHidden", params: ({ context }) => ({ hidden: context.areAmountsHidden }) },
      ],
    },
  },
  initial: "beginning",
  states: {
    beginning: {
      description: "Checks whether the document states that the site is on",
      always: [
        {
          guard: "isSaidOn",
          target: "on.unaware",
          description: "The document states that the site is on",
        },
        { target: "configuring", description: "The document states nothing; the configuration decides" },
      ],
    },
    configuring: {
      description: "The site's configuration is loading",
      invoke: { id: "loadConfig", src: "loadConfig" },
      on: {
        "startup.configured": {
          target: "deciding",
          actions: [
            "assignConfig",
            { type: "storeAppearance", params: ({ context }) => ({ appearance: context.appearance }) },
            "emitTabsRefused",
          ],
        },
        "startup.configFailed": { target: "silent", actions: "assignFailure" },
      },
    },
    deciding: {
      description: "Chooses the next state by the configuration",
      always: [
        { guard: "isSiteOn", target: "on" },
        { guard: "hasRedirect", target: "leaving", actions: "emitSiteOff" },
        { target: "off", actions: "emitSiteOff" },
      ],
    },
    decidingAgain: {
      description: "Chooses the next state of an app that is in use; it is not taken elsewhere by itself",
      always: [
        { guard: "isSiteOn", target: "on" },
        { target: "off", actions: "emitSiteOff" },
      ],
    },
    on: {
      description: "The site is on; event routing lets a visitor's app look now and then whether it still is",
      entry: "emitSiteOn",
      invoke: { id: "watchVisibility", src: "watchVisibility" },
      initial: "known",
      states: {
        known: {
          description: "Its configuration is known",
          on: {
            "startup.learn": {
              target: "learning",
              description: "The configuration may have changed and is loaded again",
            },
          },
        },
        unaware: {
          description: "The site is known to be on; the configuration is loaded when needed",
          on: { "startup.learn": "learning" },
        },
        learning: {
          description: "The configuration is being loaded in the background",
          invoke: { id: "learnConfig", src: "loadConfig" },
          on: {
            "startup.configured": {
              target: "#startup.decidingAgain",
              actions: [
                "assignConfig",
                { type: "storeAppearance", params: ({ context }) => ({ appearance: context.appearance }) },
                "emitTabsRefused",
              ],
              description: "The configuration arrives; it may state that the site is off",
            },
            "startup.configFailed": {
              target: "unaware",
              description: "Loading fails; it is retried when needed again",
            },
          },
        },
      },
    },
    leaving: {
      description: "The site is switched off; the app says which page opens soon",
      tags: "closed",
      after: {
        siteOffRedirect: { target: "off", actions: "emitRedirected" },
      },
      on: {
        "startup.stay": { target: "off", description: "The visitor stays or goes elsewhere in the app" },
        "startup.leave": { target: "off", actions: "emitRedirected" },
        "startup.retry": "configuring",
      },
    },
    off: {
      description: "The site is switched off",
      tags: "closed",
      on: {
        "startup.leave": { guard: "hasRedirect", actions: "emitRedirected" },
        "startup.retry": "configuring",
      },
    },
    silent: {
      description: "Chooses between offline and failed by the reason",
      always: [
        { guard: "isNetworkFailure", target: "offline" },
        { target: "failed", description: "The answer is unusable" },
      ],
    },
    offline: {
      description: "The device is offline; loading resumes when the network returns",
      on: {
        "startup.retry": "configuring",
        "startup.networkReturned": "configuring",
      },
    },
    failed: {
      description: "The site's answer is unusable",
      on: { "startup.retry": "configuring" },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type StartupSnapshot = SnapshotFrom<typeof startupMachine>

/** What is known of the site in each state. States that choose are left at once. */
const PHASES = {
  beginning: "loading",
  configuring: "loading",
  deciding: "loading",
  decidingAgain: "on",
  "on.known": "on",
  "on.unaware": "on",
  "on.learning": "on",
  leaving: "leaving",
  off: "off",
  silent: "failed",
  offline: "failed",
  failed: "failed",
} as const satisfies Readonly<Record<LeafState<StartupSnapshot>, string>>

export type StartupPhase = (typeof PHASES)[keyof typeof PHASES]
export const startupPhase = (snapshot: StartupSnapshot): StartupPhase => viewAt(snapshot, PHASES)

type Snapshot = { readonly context: StartupContext }
export const selectConfig = ({ context }: Snapshot): SystemConfig | null => context.config
/** The page that a closed site leads to; null without one. */
export const selectRedirect = ({ context }: Snapshot): string | null => {
  const { wanted, isAllowed } = redirectOf(context)
  return isAllowed ? wanted : null
}
export const selectAppearance = ({ context }: Snapshot): Appearance => context.appearance
export const selectLocale = ({ context }: Snapshot): Locale => context.locale
export const selectTheme = ({ context }: Snapshot): Theme => context.theme
/** The chosen colours of up and down, else the custom of the language; tokens.css has the same rule. */
export const selectColours = ({ context }: Snapshot): MarketColours =>
  context.colours ?? (context.locale === "zh" || context.locale === "ja" ? "red-up" : "green-up")
export const selectAmountsHidden = ({ context }: Snapshot): boolean => context.areAmountsHidden
