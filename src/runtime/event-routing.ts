/**
 * Event routing: the table of which emitted event becomes which command of another actor.
 * `npm run machines` draws it (docs/machines.md).
 */
import type { EmittedFrom } from "xstate"
import { selectTop } from "../../machines/navigation.ts"
import { VISITOR_LOOKS_MS } from "../domain/limits.ts"
import { type HistoryPort, markOf } from "../navigation/history.ts"
import { EMPTY_PATH } from "../navigation/routes.ts"
import type { ActorHandle } from "./actor-host.ts"
import type { BootActors } from "./boot-actors.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"

export interface RoutingOptions {
  readonly history: HistoryPort
  readonly now: () => number
  /** Navigates to another site. */
  readonly leave: (url: string) => void
  readonly onSessionBegan: (memberId: string) => void
  /** `isLeaving`: the member logged out, rather than lost the session. */
  readonly onSessionEnded: (isLeaving: boolean) => void
  /** Notifies of the type of each event that any top-level actor emits. */
  readonly onEvent: (listener: (type: string) => void) => unknown
  /** Navigation now belongs to `owner`: a member's id, or null for a visitor. */
  readonly onNavigationEntered: (owner: string | null) => void
}

/** What rows act on. */
export interface Routing {
  readonly boot: Pick<BootActors, "session" | "navigation" | "startup" | "feedback" | "wechat">
  readonly parts: Omit<RoutingOptions, "onEvent">
  /** Session and journal are restored and navigation has started. */
  readonly isOpen: () => boolean
  readonly siteLooks: SiteLooks
}

/** When a visitor's app is to look again whether the site is on. */
export interface SiteLooks {
  readonly isDue: () => boolean
  /** The site is asked for, or its configuration has arrived. */
  readonly onAsked: () => void
}

export const createSiteLooks = (now: () => number): SiteLooks => {
  let askedAtMs = Number.NEGATIVE_INFINITY
  return {
    // a clock that was set back makes it due too
    isDue: () => Math.abs(now() - askedAtMs) >= VISITOR_LOOKS_MS,
    onAsked: () => {
      askedAtMs = now()
    },
  }
}

const enter = ({ boot, parts }: Routing, memberId: string | null, url: string | null) => {
  const isMember = memberId !== null
  const key = createIdempotencyKey()
  boot.navigation.send({ type: "navigation.enter", member: isMember, url, key, at: parts.now() })
  parts.onNavigationEntered(memberId)
}

const memberOf = ({ boot }: Routing): string | null => boot.session.getSnapshot().context.user?.id ?? null

const isAtEmpty = ({ boot }: Routing): boolean =>
  selectTop(boot.navigation.getSnapshot())?.path === EMPTY_PATH

const guards = {
  isOpen: (routing: Routing) => routing.isOpen(),
  isClosedSiteShown: (routing: Routing) => routing.isOpen() && isAtEmpty(routing),
  isPageShown: (routing: Routing) => routing.isOpen() && !isAtEmpty(routing),
  isSiteClosed: ({ boot }: Routing) => boot.startup.getSnapshot().hasTag("closed"),
  isVisitorDue: (routing: Routing) => memberOf(routing) === null && routing.siteLooks.isDue(),
}

interface Target<Event> {
  readonly when?: keyof typeof guards
  /** The actor that receives the command; `app`, `browser` or `console` for what is no actor. */
  readonly to: "session" | "navigation" | "startup" | "feedback" | "wechat" | "app" | "browser" | "console"
  /** The command, or what is done where there is none. */
  readonly sends: string
  readonly description: string
  readonly does: (emitted: Event, routing: Routing) => void
}

/** A row of the table. `route` does nothing for other events, or while its guard does not hold. */
export interface RoutingRow<Event extends { readonly type: string }>
  extends Omit<Target<Event>, "does" | "when"> {
  readonly event: Event["type"]
  readonly when: keyof typeof guards | null
  readonly route: (emitted: Event, routing: Routing) => void
}

const isOf = <Event extends { readonly type: string }, Type extends Event["type"]>(
  emitted: Event,
  type: Type,
): emitted is Extract<Event, { readonly type: Type }> => emitted.type === type

const rowsOf =
  <Event extends { readonly type: string }>() =>
  <Type extends Event["type"]>(
    event: Type,
    { when, does, ...target }: Target<Extract<Event, { readonly type: Type }>>,
  ): RoutingRow<Event> => ({
    event,
    when: when ?? null,
    ...target,
    route: (emitted, routing) => {
      if (isOf(emitted, event) && (when === undefined || guards[when](routing))) does(emitted, routing)
    },
  })

type EmittedBy<Name extends keyof BootActors> =
  BootActors[Name] extends ActorHandle<infer Machine> ? EmittedFrom<Machine> : never

const ofSession = rowsOf<EmittedBy<"session">>()
const ofStartup = rowsOf<EmittedBy<"startup">>()
const ofFeedback = rowsOf<EmittedBy<"feedback">>()
const ofWeChat = rowsOf<EmittedBy<"wechat">>()
const ofNavigation = rowsOf<EmittedBy<"navigation">>()
type NavigationState = { readonly type: "closed" }

const ofState = rowsOf<NavigationState>()
const ofAny = rowsOf<{ readonly type: string }>()

/** An event at which a visitor's app looks whether the site is still on: no stream pushes that. */
const visitorSign = (event: string, description: string) =>
  ofAny(event, {
    when: "isVisitorDue",
    to: "startup",
    sends: "startup.learn",
    description,
    does: (_, { boot }) => boot.startup.send({ type: "startup.learn" }),
  })

/** The site has just been asked for. */
const siteAsked = (event: string, description: string) =>
  ofAny(event, {
    to: "app",
    sends: "site was asked for",
    description,
    does: (_, { siteLooks }) => siteLooks.onAsked(),
  })

/** A session that begins or ends ends what was under way with WeChat. */
const forgetsWeChat = (event: "session.began" | "session.ended", description: string) =>
  ofSession(event, {
    when: "isOpen",
    to: "wechat",
    sends: "wechat.forget",
    description,
    does: (_, { boot }) => boot.wechat.send({ type: "wechat.forget" }),
  })

/** Rows by source, in the order in which they act. */
export const routingTable = {
  session: [
    forgetsWeChat("session.began", "The member is shown nothing of the visitor's WeChat log-in"),
    forgetsWeChat("session.ended", "The next visitor is shown nothing of the member's WeChat account"),
    ofSession("session.began", {
      to: "app",
      sends: "member actors begin",
      description: "The member's actors are registered and restored",
      does: ({ memberId }, { parts }) => parts.onSessionBegan(memberId),
    }),
    ofSession("session.began", {
      when: "isOpen",
      to: "navigation",
      sends: "navigation.enter",
      description: "The page that was asked for opens, or the home page",
      does: (emitted, routing) => enter(routing, emitted.memberId, emitted.open),
    }),
    ofSession("session.ended", {
      when: "isOpen",
      to: "navigation",
      sends: "navigation.enter",
      description: "All pages close and login opens",
      does: (_, routing) => enter(routing, null, null),
    }),
    ofSession("session.ended", {
      to: "app",
      sends: "member actors end",
      description: "The member's actors stop, their calls are aborted, their answers forgotten",
      does: ({ why }, { parts }) => parts.onSessionEnded(why !== "token-invalid"),
    }),
    ofSession("session.ended", {
      to: "feedback",
      sends: "feedback.clear",
      description: "Every open question is cancelled",
      does: (_, { boot }) => boot.feedback.send({ type: "feedback.clear" }),
    }),
  ],
  startup: [
    ofStartup("startup.linkRefused", {
      to: "console",
      sends: "warning",
      description: "The site names a page that links may not lead to",
      does: ({ url }) => console.warn(`a link was refused: ${url}`),
    }),
    ofStartup("startup.tabsRefused", {
      to: "console",
      sends: "warning",
      description: "The configured order of tabs cannot be shown",
      does: ({ message }) => console.warn(message),
    }),
    ofStartup("startup.redirected", {
      to: "browser",
      sends: "leave",
      description: "The page that a closed site names opens",
      does: ({ url }, { parts }) => parts.leave(url),
    }),
    ofStartup("startup.siteOpened", {
      when: "isClosedSiteShown",
      to: "navigation",
      sends: "navigation.enter",
      description: "The site is on again and the app opens",
      does: (_, routing) => enter(routing, memberOf(routing), null),
    }),
    ofStartup("startup.siteClosed", {
      when: "isPageShown",
      to: "navigation",
      sends: "navigation.reLaunch",
      description: "The page of a closed site replaces all pages",
      does: (_, { boot, parts }) => {
        const key = createIdempotencyKey()
        boot.navigation.send({ type: "navigation.reLaunch", url: EMPTY_PATH, key, at: parts.now() })
      },
    }),
  ],
  feedback: [
    ofFeedback("feedback.warned", {
      to: "console",
      sends: "warning",
      description: "A call was paired wrongly",
      does: ({ message }) => console.warn(message),
    }),
  ],
  wechat: [
    ofWeChat("wechat.left", {
      to: "browser",
      sends: "leave",
      description: "WeChat's log-in page opens",
      does: ({ url }, { parts }) => parts.leave(url),
    }),
    ofWeChat("wechat.sessionStored", {
      to: "session",
      sends: "session.beganElsewhere",
      description: "The server opened a session by WeChat's code",
      does: ({ user }, { boot, parts }) =>
        boot.session.send({ type: "session.beganElsewhere", user, at: parts.now() }),
    }),
  ],
  navigation: [
    ofNavigation("navigation.loginRequired", {
      to: "session",
      sends: "session.keepIntent",
      description: "The page that a visitor wanted opens after the login",
      does: ({ url }, { boot, parts }) =>
        boot.session.send({ type: "session.keepIntent", url, at: parts.now() }),
    }),
  ],
  /** States of navigation instead of events. */
  navigationState: [
    ofState("closed", {
      when: "isOpen",
      to: "navigation",
      sends: "navigation.open",
      description: "Its stream could not be restored and it begins anew",
      does: (_, routing) => openHere(routing),
    }),
  ],
  /** Events that any top-level actor receives or emits: the member's are registered later. */
  any: [
    ofAny("site.closed", {
      to: "startup",
      sends: "startup.learn",
      description: "The stream says that the site was closed",
      does: (_, { boot }) => boot.startup.send({ type: "startup.learn" }),
    }),
    ofAny("site.opened", {
      when: "isSiteClosed",
      to: "startup",
      sends: "startup.retry",
      description: "The stream says that the site was opened",
      does: (_, { boot }) => boot.startup.send({ type: "startup.retry" }),
    }),
    siteAsked("startup.learn", "The app looks whether the site is on"),
    siteAsked("startup.configured", "The configuration says whether the site is on"),
    visitorSign("navigation.appShown", "A visitor comes back to the app"),
    visitorSign("startup.stayedVisible", "A visitor's page stays visible"),
    visitorSign("form.change", "A visitor types: a form says it before it is filled in"),
    visitorSign("form.fill", "A browser fills in a visitor's form"),
  ],
} as const

/** The document's address opens. */
const openHere = ({ boot, parts: { history, now } }: Routing) =>
  boot.navigation.send({
    type: "navigation.open",
    url: history.url(),
    mark: markOf(history.state()),
    member: boot.session.getSnapshot().context.user !== null,
    // its end is random; it begins with the time
    key: createIdempotencyKey().slice(-8),
    at: now(),
  })

const routeAll = <Event extends { readonly type: string }>(
  rows: readonly RoutingRow<Event>[],
  emitted: Event,
  routing: Routing,
): void => {
  for (const { route } of rows) route(emitted, routing)
}

/** Subscribes to the actors. `open` starts navigation, once session and journal are restored. */
export const routeEvents = (boot: BootActors, parts: RoutingOptions): { readonly open: () => void } => {
  let isOpen = false
  const routing: Routing = { boot, parts, isOpen: () => isOpen, siteLooks: createSiteLooks(parts.now) }
  boot.session.onEmit((emitted) => routeAll(routingTable.session, emitted, routing))
  boot.startup.onEmit((emitted) => routeAll(routingTable.startup, emitted, routing))
  boot.feedback.onEmit((emitted) => routeAll(routingTable.feedback, emitted, routing))
  boot.wechat.onEmit((emitted) => routeAll(routingTable.wechat, emitted, routing))
  boot.navigation.onEmit((emitted) => routeAll(routingTable.navigation, emitted, routing))
  boot.navigation.subscribe((snapshot) => {
    if (snapshot.matches("closed"))
      routeAll<NavigationState>(routingTable.navigationState, { type: "closed" }, routing)
  })
  parts.onEvent((type) => routeAll(routingTable.any, { type }, routing))
  return {
    open: () => {
      isOpen = true
      openHere(routing)
      boot.wechat.send({ type: "wechat.identify", isMember: memberOf(routing) !== null })
      const site = boot.startup.getSnapshot()
      if (site.hasTag("closed")) routeAll(routingTable.startup, { type: "startup.siteClosed" }, routing)
      else if (site.matches("on")) routeAll(routingTable.startup, { type: "startup.siteOpened" }, routing)
    },
  }
}
