/**
 * Promises: nothing is routed to navigation before the journal is restored and the app opens; a
 * visitor's app looks at most once in an interval whether the site is on; who logs in or registers
 * is greeted once, when the next page is shown.
 */
import { emit, type SnapshotFrom, setup } from "xstate"
import { VISITOR_LOOKS_MS } from "../src/domain/limits.ts"
import type { LifecycleEvent, LifecycleReport } from "../src/events/lifecycle.ts"

export const lifecycleMachine = setup({
  types: {
    events: {} as LifecycleEvent,
    emitted: {} as LifecycleReport,
    tags: {} as "open" | "due",
  },
  actions: {
    greetMember: emit({ type: "lifecycle.greeted" as const, by: "login" as const }),
    greetNewcomer: emit({ type: "lifecycle.greeted" as const, by: "registration" as const }),
  },
  guards: {
    isLogin: ({ event }) => event.type === "lifecycle.sessionBegan" && event.by === "login",
    isRegistration: ({ event }) => event.type === "lifecycle.sessionBegan" && event.by === "registration",
  },
  delays: { visitorLooks: VISITOR_LOOKS_MS },
}).createMachine({
  id: "lifecycle",
  description: "The app from its start: what event routing may do, and whom it greets",
  type: "parallel",
  states: {
    app: {
      description: "Whether navigation has started",
      initial: "restoring",
      states: {
        restoring: {
          description: "Session and journal are being restored",
          on: {
            "lifecycle.open": { target: "open", description: "They are restored and navigation starts" },
          },
        },
        open: { description: "Navigation has started", tags: "open" },
      },
    },
    site: {
      description: "Whether a visitor's app is to look again if the site is on",
      initial: "due",
      on: {
        "lifecycle.siteAsked": {
          target: ".recent",
          description: "The site is asked for, or its configuration has arrived",
        },
      },
      states: {
        due: { description: "It was not asked for in a while", tags: "due" },
        recent: {
          description: "It was asked for a short while ago",
          after: { visitorLooks: { target: "due", description: "That is a while ago" } },
        },
      },
    },
    greeting: {
      description: "Who is greeted when the next page is shown",
      initial: "none",
      on: {
        "lifecycle.sessionBegan": [
          { guard: "isLogin", target: ".member", description: "A member logs in" },
          { guard: "isRegistration", target: ".newcomer", description: "A new member registers" },
          { target: ".none", description: "The session was stored, or began in another tab" },
        ],
      },
      states: {
        none: { description: "No greeting is due" },
        member: {
          description: "A member who has logged in",
          on: {
            "lifecycle.pageShown": {
              target: "none",
              actions: "greetMember",
              description: "The first page is shown",
            },
          },
        },
        newcomer: {
          description: "A member who has registered",
          on: {
            "lifecycle.pageShown": {
              target: "none",
              actions: "greetNewcomer",
              description: "The first page is shown",
            },
          },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type LifecycleSnapshot = SnapshotFrom<typeof lifecycleMachine>

/** Navigation has started. */
export const isAppOpen = (snapshot: LifecycleSnapshot): boolean => snapshot.hasTag("open")
/** The app has not asked in a while whether the site is on. */
export const isLookDue = (snapshot: LifecycleSnapshot): boolean => snapshot.hasTag("due")
