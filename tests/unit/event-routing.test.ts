import { describe, expect, it, vi } from "vitest"
import { feedbackMachine } from "../../machines/feedback.ts"
import { navigationMachine } from "../../machines/navigation.ts"
import { sessionMachine } from "../../machines/session.ts"
import { startupMachine } from "../../machines/startup.ts"
import { wechatMachine } from "../../machines/wechat.ts"
import { routingArrows, routingChart } from "../../scripts/charts/routing.ts"
import { OWN_APPEARANCE } from "../../src/domain/appearance.ts"
import { VISITOR_LOOKS_MS } from "../../src/domain/limits.ts"
import { EMPTY_PATH } from "../../src/navigation/routes.ts"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import {
  createSiteLooks,
  memberRoutingTable,
  type Routing,
  routeMemberEvents,
  routingTable,
} from "../../src/runtime/actors/event-routing.ts"
import { sessionStarted } from "../model/events/stream.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { user } from "../support/recorded-actors.ts"

/** Actors that do not run, and everything that a row does to them or to the app. */
const openRouting = (isOpen = true) => {
  const done: string[] = []
  const input = {
    locale: "en",
    theme: "system",
    colours: null,
    areAmountsHidden: false,
    appearance: OWN_APPEARANCE,
    saidOn: true,
  } as const
  const boot = {
    session: createHostedActor("session", sessionMachine, undefined),
    startup: createHostedActor("startup", startupMachine, input),
    navigation: createHostedActor("navigation", navigationMachine, { table: null }),
    feedback: createHostedActor("feedback", feedbackMachine, undefined),
    wechat: createHostedActor("wechat", wechatMachine, undefined),
  }
  const note = (name: string) => (event: { readonly type: string }) => void done.push(`${name} ${event.type}`)
  boot.session.send = note("session")
  boot.startup.send = note("startup")
  boot.navigation.send = note("navigation")
  boot.feedback.send = note("feedback")
  boot.wechat.send = note("wechat")
  vi.spyOn(console, "warn").mockImplementation(() => void done.push("console warning"))
  const routing: Routing = {
    boot,
    parts: {
      history: new FakeHistory("/"),
      now: () => 1,
      leave: () => void done.push("browser leave"),
      onSessionBegan: () => void done.push("app member actors begin"),
      onSessionEnded: () => void done.push("app member actors end"),
      onNavigationEntered: () => {},
    },
    isOpen: () => isOpen,
    siteLooks: { isDue: () => true, onAsked: () => void done.push("app site was asked for") },
  }
  return { routing, done }
}

/** Guards of states that a stopped app is not in. */
const ELSEWHERE: readonly (string | null)[] = ["isClosedSiteShown", "isSiteClosed"]

/** Plays each row with an event of its type alone. */
const played = (isOpen?: boolean) =>
  routingTable.map((row) => {
    const { routing, done } = openRouting(isOpen)
    row.route({ type: row.event }, routing)
    return { row, done }
  })

describe("the routing between actors", () => {
  it("does in each row what the table says, and only where its guard holds", () => {
    const all = played()
    expect(all.length).toBeGreaterThan(15)
    for (const { row, done } of all)
      expect(done, row.description).toEqual(ELSEWHERE.includes(row.when) ? [] : [`${row.to} ${row.sends}`])
    for (const { row, done } of played(false))
      if (row.when === "isOpen" || row.when === "isPageShown") expect(done, row.description).toEqual([])
  })

  it("passes what the stream brings of the member to positions and notices, looks for a build, and nothing else", () => {
    const sent: unknown[] = []
    const listeners: ((emitted: { readonly type: string }) => void)[] = []
    const stream = { onEmit: (listener: (typeof listeners)[number]) => void listeners.push(listener) }
    routeMemberEvents(stream, {
      positions: { applyEvents: (events) => void sent.push(events) },
      notices: { send: (event) => void sent.push(event) },
      lookForBuild: () => void sent.push("look for a build"),
      now: () => 7,
    })
    const events = [sessionStarted(3)]
    const emitted = [
      { type: "member.changed", events },
      { type: "member.eventUnknown" },
      { type: "member.read", version: 3 },
      { type: "site.opened" },
    ]
    for (const event of emitted) for (const listener of listeners) listener(event)
    expect(sent).toEqual([
      events,
      { type: "notices.received", events, at: 7 },
      { type: "notices.refresh", at: 7 },
      "look for a build",
      { type: "notices.read", version: 3, at: 7 },
    ])
    expect(memberRoutingTable).toHaveLength(sent.length)
  })

  it("opens for a member who stays away what leads out, until that is over", () => {
    const began = { type: "session.began", memberId: "m1", open: "/pages/order/index", by: "login" }
    const openedFor = (awayUntilMs: number) => {
      const { routing } = openRouting()
      const context = { user: { ...user, awayUntilMs }, intent: null, failure: null, credentials: null }
      const snapshot = sessionMachine.resolveState({ value: "authenticated", context })
      vi.spyOn(routing.boot.session, "getSnapshot").mockReturnValue(snapshot)
      const opened = vi.spyOn(routing.boot.navigation, "send")
      for (const row of routingTable) if (row.from === "session") row.route(began, routing)
      return opened.mock.calls.map(([event]) => "url" in event && event.url)
    }
    expect(openedFor(2)).toEqual([EMPTY_PATH])
    expect(openedFor(1)).toEqual(["/pages/order/index"])
  })

  it("ignores other events", () => {
    const { routing, done } = openRouting()
    for (const row of routingTable) row.route({ type: "order.accepted" }, routing)
    expect(done).toEqual([])
  })

  it("is drawn whole: an arrow for each row, between boxes that are there", () => {
    const { states, transitions } = routingChart()
    const ids = new Set(states.map(({ id }) => id))
    expect(transitions).toHaveLength(routingTable.length + memberRoutingTable.length)
    expect(
      transitions.flatMap(({ source, targets }) => [source, ...targets]).filter((id) => !ids.has(id)),
    ).toEqual([])
    expect(routingArrows.filter(({ description }) => description === "")).toEqual([])
  })
})

it("looks at the site of a visitor at first and once in an interval", () => {
  let time = 0
  const { isDue, onAsked } = createSiteLooks(() => time)
  expect(isDue()).toBe(true)
  onAsked()
  const dueAt = (atMs: number) => {
    time = atMs
    return isDue()
  }
  expect([VISITOR_LOOKS_MS - 1, VISITOR_LOOKS_MS, -VISITOR_LOOKS_MS].map(dueAt)).toEqual([false, true, true])
})
