/**
 * Event routing: the one table of which emitted event becomes which command of another actor.
 * `npm run machines` draws it (docs/machines.md).
 */
import type { EmittedFrom } from "xstate"
import { selectTop } from "../../../machines/navigation.ts"
import { VISITOR_LOOKS_MS } from "../../domain/limits.ts"
import type { NoticesEvent } from "../../events/notices.ts"
import type { MemberChanged, MemberEventUnknown, MemberRead } from "../../events/stream.ts"
import { type HistoryPort, markOf } from "../../navigation/history.ts"
import { EMPTY_PATH } from "../../navigation/routes.ts"
import type { PositionStore } from "../stream/position-store.ts"
import type { ActorHandle } from "./actor-host.ts"
import type { BootActors } from "./boot-actors.ts"
import { uuid7 } from "./uuid7.ts"

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

/** What the rows of every visit act on. */
export interface Routing {
  readonly boot: Pick<BootActors, "session" | "navigation" | "startup" | "feedback" | "wechat">
  readonly parts: Omit<RoutingOptions, "onEvent">
  /** Session and journal are restored and navigation has started. */
  readonly isOpen: () => boolean
  readonly siteLooks: SiteLooks
}

/** What the rows of the member act on. */
export interface MemberRouting {
  readonly positions: Pick<PositionStore, "applyEvents">
  readonly notices: { readonly send: (event: NoticesEvent) => void }
  /** Asks the server for a newer build of the app. */
  readonly lookForBuild: () => void
  readonly now: () => number
}

/** When a visitor's app is to look again whether the site is on. */
export interface SiteLooks {
  readonly isDue: () => boolean
  /** The site is requested, or its configuration has arrived. */
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
  const key = uuid7()
  boot.navigation.send({ type: "navigation.enter", member: isMember, url, key, at: parts.now() })
  parts.onNavigationEntered(memberId)
}

const memberOf = ({ boot }: Routing): string | null => boot.session.getSnapshot().context.user?.id ?? null

/** The member takes a pause or is excluded: a log-in opens what leads out. */
const isAway = ({ boot, parts }: Routing): boolean =>
  (boot.session.getSnapshot().context.user?.awayUntilMs ?? 0) > parts.now()

const isAtEmpty = ({ boot }: Routing): boolean =>
  selectTop(boot.navigation.getSnapshot())?.path === EMPTY_PATH

const guards = {
  isOpen: (routing: Routing) => routing.isOpen(),
  isClosedSiteShown: (routing: Routing) => routing.isOpen() && isAtEmpty(routing),
  isPageShown: (routing: Routing) => routing.isOpen() && !isAtEmpty(routing),
  isSiteClosed: ({ boot }: Routing) => boot.startup.getSnapshot().hasTag("closed"),
  isVisitorDue: (routing: Routing) => memberOf(routing) === null && routing.siteLooks.isDue(),
}

type EmittedBy<Name extends keyof BootActors> =
  BootActors[Name] extends ActorHandle<infer Machine> ? EmittedFrom<Machine> : never

/** What each source emits. */
interface Sources {
  readonly session: EmittedBy<"session">
  readonly startup: EmittedBy<"startup">
  readonly feedback: EmittedBy<"feedback">
  readonly wechat: EmittedBy<"wechat">
  readonly navigation: EmittedBy<"navigation"> | { readonly type: "in closed" }
  /** Events that any top-level actor receives or emits: the member's are registered later. */
  readonly "any actor": { readonly type: string }
  readonly stream: MemberChanged | MemberEventUnknown | MemberRead
}

export interface RoutingRow<On = Routing> {
  readonly from: keyof Sources
  readonly event: string
  readonly when: keyof typeof guards | null
  /** The actor that receives the command; `app`, `browser` or `console` for what is no actor. */
  readonly to: string
  /** The command, or what is done where there is none. */
  readonly sends: string
  readonly description: string
  /** Does nothing for other events, or while the guard does not hold. */
  readonly route: (emitted: { readonly type: string }, routing: On) => void
}

const isOf = <Event extends { readonly type: string }, Type extends string>(
  emitted: { readonly type: string },
  type: Type,
): emitted is Extract<Event, { readonly type: Type }> => emitted.type === type

const rowsOn =
  <On>(holds: (when: keyof typeof guards, routing: On) => boolean) =>
  <From extends keyof Sources, Type extends Sources[From]["type"]>(
    from: From,
    event: Type,
    { when, ...target }: Pick<RoutingRow, "to" | "sends"> & { readonly when?: keyof typeof guards },
    description: string,
    does: (emitted: Extract<Sources[From], { readonly type: Type }>, routing: On) => void,
  ): RoutingRow<On> => ({
    ...{ from, event, when: when ?? null, ...target, description },
    route: (emitted, routing) => {
      if (isOf<Sources[From], Type>(emitted, event) && (when === undefined || holds(when, routing)))
        does(emitted, routing)
    },
  })

const on = rowsOn<Routing>((when, routing) => guards[when](routing))
const onMember = rowsOn<MemberRouting>(() => true)

/** A session that begins or ends ends what was under way with WeChat. */
const toWeChat = { when: "isOpen", to: "wechat", sends: "wechat.forget" } as const
const forgetWeChat = (_: unknown, { boot }: Routing) => boot.wechat.send({ type: "wechat.forget" })

/** An event at which a visitor's app looks whether the site is still on: no stream pushes that. */
const visitorLooks = { when: "isVisitorDue", to: "startup", sends: "startup.learn" } as const
const look = (_: unknown, { boot }: Routing) => boot.startup.send({ type: "startup.learn" })

const asked = { to: "app", sends: "site was asked for" } as const
const noteAsked = (_: unknown, { siteLooks }: Routing) => siteLooks.onAsked()

const toConsole = { to: "console", sends: "warning" } as const
const toBrowser = { to: "browser", sends: "leave" } as const
const leave = ({ url }: { readonly url: string }, { parts }: Routing) => parts.leave(url)

/** Rows in the order in which they act. */
export const routingTable: readonly RoutingRow[] = [
  on(
    "session",
    "session.began",
    toWeChat,
    "The member is shown nothing of the visitor's WeChat log-in",
    forgetWeChat,
  ),
  on(
    "session",
    "session.ended",
    toWeChat,
    "The next visitor is shown nothing of the member's WeChat account",
    forgetWeChat,
  ),
  on(
    "session",
    "session.began",
    { to: "app", sends: "member actors begin" },
    "The member's actors are registered and restored",
    ({ memberId }, { parts }) => parts.onSessionBegan(memberId),
  ),
  on(
    "session",
    "session.began",
    { when: "isOpen", to: "navigation", sends: "navigation.enter" },
    "The page that was asked for opens, or the home page; of a closed site, and during a pause, the one of what stays open",
    ({ memberId, open }, routing) =>
      enter(routing, memberId, guards.isSiteClosed(routing) || isAway(routing) ? EMPTY_PATH : open),
  ),
  on(
    "session",
    "session.ended",
    { when: "isOpen", to: "navigation", sends: "navigation.enter" },
    "All pages close and login opens",
    (_, routing) => enter(routing, null, null),
  ),
  on(
    "session",
    "session.ended",
    { to: "app", sends: "member actors end" },
    "The member's actors stop, their calls are aborted, their answers forgotten",
    ({ why }, { parts }) => parts.onSessionEnded(why !== "token-invalid"),
  ),
  on(
    "session",
    "session.ended",
    { to: "feedback", sends: "feedback.clear" },
    "Every open question is cancelled",
    (_, { boot }) => boot.feedback.send({ type: "feedback.clear" }),
  ),
  on(
    "startup",
    "startup.linkRefused",
    toConsole,
    "The site names a page that links may not lead to",
    ({ url }) => console.warn(`a link was refused: ${url}`),
  ),
  on(
    "startup",
    "startup.tabsRefused",
    toConsole,
    "The configured order of tabs cannot be shown",
    ({ message }) => console.warn(message),
  ),
  on("startup", "startup.redirected", toBrowser, "The page that a closed site names opens", leave),
  on(
    "startup",
    "startup.siteOpened",
    { when: "isClosedSiteShown", to: "navigation", sends: "navigation.enter" },
    "The site is on again and the app opens",
    (_, routing) => enter(routing, memberOf(routing), isAway(routing) ? EMPTY_PATH : null),
  ),
  on(
    "startup",
    "startup.siteClosed",
    { when: "isPageShown", to: "navigation", sends: "navigation.reLaunch" },
    "The page of a closed site replaces all pages",
    (_, { boot, parts }) => {
      const key = uuid7()
      boot.navigation.send({ type: "navigation.reLaunch", url: EMPTY_PATH, key, at: parts.now() })
    },
  ),
  on("feedback", "feedback.warned", toConsole, "A call was paired wrongly", ({ message }) =>
    console.warn(message),
  ),
  on("wechat", "wechat.left", toBrowser, "WeChat's log-in page opens", leave),
  on(
    "wechat",
    "wechat.sessionStored",
    { to: "session", sends: "session.beganElsewhere" },
    "The server opened a session by WeChat's code",
    ({ user }, { boot, parts }) =>
      boot.session.send({ type: "session.beganElsewhere", user, at: parts.now() }),
  ),
  on(
    "navigation",
    "navigation.loginRequired",
    { to: "session", sends: "session.keepIntent" },
    "The page that a visitor wanted opens after the login",
    ({ url }, { boot, parts }) => boot.session.send({ type: "session.keepIntent", url, at: parts.now() }),
  ),
  on(
    "navigation",
    "in closed",
    { when: "isOpen", to: "navigation", sends: "navigation.open" },
    "Its stream could not be restored and it starts over",
    (_, routing) => openHere(routing),
  ),
  on(
    "any actor",
    "site.closed",
    { to: "startup", sends: "startup.learn" },
    "The stream says that the site was closed",
    look,
  ),
  on(
    "any actor",
    "site.opened",
    { when: "isSiteClosed", to: "startup", sends: "startup.retry" },
    "The stream says that the site was opened",
    (_, { boot }) => boot.startup.send({ type: "startup.retry" }),
  ),
  on("any actor", "startup.learn", asked, "The app looks whether the site is on", noteAsked),
  on("any actor", "startup.configured", asked, "The configuration says whether the site is on", noteAsked),
  on("any actor", "navigation.appShown", visitorLooks, "A visitor comes back to the app", look),
  on("any actor", "startup.stayedVisible", visitorLooks, "A visitor's page stays visible", look),
  on(
    "any actor",
    "form.change",
    visitorLooks,
    "A visitor types: a form says it before it is filled in",
    look,
  ),
  on("any actor", "form.fill", visitorLooks, "A browser fills in a visitor's form", look),
]

/** Rows between the member's actors. */
export const memberRoutingTable: readonly RoutingRow<MemberRouting>[] = [
  onMember(
    "stream",
    "member.changed",
    { to: "app", sends: "end positions" },
    "A contract that has ended is shown as ended",
    ({ events }, { positions }) => positions.applyEvents(events),
  ),
  onMember(
    "stream",
    "member.changed",
    { to: "notices", sends: "notices.received" },
    "What the stream brings of the member may hold notices",
    ({ events }, { notices, now }) => notices.send({ type: "notices.received", events, at: now() }),
  ),
  onMember(
    "stream",
    "member.eventUnknown",
    { to: "notices", sends: "notices.refresh" },
    "What this build does not know may be a notice",
    (_, { notices, now }) => notices.send({ type: "notices.refresh", at: now() }),
  ),
  onMember(
    "stream",
    "member.eventUnknown",
    { to: "app", sends: "look for a build" },
    "A newer build knows it",
    (_, { lookForBuild }) => lookForBuild(),
  ),
  onMember(
    "stream",
    "member.read",
    { to: "notices", sends: "notices.read" },
    "The member has read notices on any device",
    ({ version }, { notices, now }) => notices.send({ type: "notices.read", version, at: now() }),
  ),
]

/** The document's address opens. */
const openHere = ({ boot, parts: { history, now } }: Routing) =>
  boot.navigation.send({
    type: "navigation.open",
    url: history.url(),
    mark: markOf(history.state()),
    member: boot.session.getSnapshot().context.user !== null,
    // its end is random; it begins with the time
    key: uuid7().slice(-8),
    at: now(),
  })

/** Subscribes the member's rows to the actor that emits what the stream brings of the member. */
export const routeMemberEvents = (
  stream: { readonly onEmit: (listener: (emitted: { readonly type: string }) => void) => unknown },
  routing: MemberRouting,
): void => {
  stream.onEmit((emitted) => {
    for (const { route } of memberRoutingTable) route(emitted, routing)
  })
}

/** Subscribes to the actors. `open` starts navigation, once session and journal are restored. */
export const routeEvents = (boot: BootActors, parts: RoutingOptions): { readonly open: () => void } => {
  let isOpen = false
  const routing: Routing = { boot, parts, isOpen: () => isOpen, siteLooks: createSiteLooks(parts.now) }
  const routeFrom = (source: keyof Sources) => {
    const rows = routingTable.filter(({ from }) => from === source)
    return (emitted: { readonly type: string }) => {
      for (const { route } of rows) route(emitted, routing)
    }
  }
  for (const source of ["session", "startup", "feedback", "wechat", "navigation"] as const)
    boot[source].onEmit(routeFrom(source))
  const inState = routeFrom("navigation")
  boot.navigation.subscribe((snapshot) => {
    if (snapshot.matches("closed")) inState({ type: "in closed" })
  })
  const ofAny = routeFrom("any actor")
  parts.onEvent((type) => ofAny({ type }))
  return {
    open: () => {
      isOpen = true
      openHere(routing)
      boot.wechat.send({ type: "wechat.identify", isMember: memberOf(routing) !== null })
      const site = boot.startup.getSnapshot()
      const route = routeFrom("startup")
      if (site.hasTag("closed")) route({ type: "startup.siteClosed" })
      else if (site.matches("on")) route({ type: "startup.siteOpened" })
    },
  }
}
