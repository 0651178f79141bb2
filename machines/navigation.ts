/**
 * Promises: a page is always in view, the stack survives a reload, a page opens once however often
 * it is tapped while it loads, every call is answered, and every lifecycle event is emitted once
 * and in order. The browser's history mirrors this machine, never the reverse.
 */
import { assign, enqueueActions, fromCallback, setup } from "xstate"
import { unprovided } from "../src/domain/unprovided.ts"
import type {
  BrowserMirror,
  NavigationEmitted,
  NavigationEvent,
  PagesCommand,
} from "../src/events/navigation.ts"
import { dismissOverlay, requestLeave, setHeld } from "../src/navigation/leave-guard.ts"
import { splitUrl } from "../src/navigation/routes.ts"
import { type Entry, markTop, topOf } from "../src/navigation/stack.ts"
import {
  arrived,
  awaitedCall,
  calledFor,
  checkOf,
  didFail,
  entered,
  followedBack,
  indexOfMark,
  isAtHome,
  isRepeated,
  type NavigationContext,
  type NavigationInput,
  openedDocument,
  refusal,
  refusedRepetition,
  stayed,
  tappedTab,
  visibility,
  wentBack,
  wentElsewhere,
  wentToEntry,
} from "../src/navigation/stack-reducers.ts"

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    input: {} as NavigationInput,
    events: {} as NavigationEvent,
    emitted: {} as NavigationEmitted,
  },
  actors: {
    /**
     * Hosts a `page` actor per entry: receives pages.load, pages.show, pages.hide and pages.keep,
     * sends navigation.pageLoaded or navigation.pageFailed.
     */
    pages: fromCallback<PagesCommand>(unprovided("pages")),
    /**
     * Mirrors the stack in the browser's history: receives browser.mirror, sends navigation.popped,
     * appShown, appHidden.
     */
    browser: fromCallback<BrowserMirror>(unprovided("browser")),
  },
  actions: {
    openDocument: assign(openedDocument),
    enter: assign(entered),
    refuse: assign(refusal),
    refuseRepetition: assign(refusedRepetition),
    open: assign(calledFor),
    tapCurrentTab: assign(tappedTab),
    goBack: assign(wentBack),
    stay: assign(stayed),
    goToEntry: assign(wentToEntry),
    followBack: assign(followedBack),
    followElsewhere: assign(wentElsewhere),
    dismissOverlay: assign(dismissOverlay),
    askToLeave: assign(requestLeave),
    arrive: assign(arrived),
    fail: assign(didFail),
    retry: assign(({ context }) => ({ pages: markTop(context.pages, "loading") })),
    endCall: assign({ call: null }),
    load: enqueueActions(({ context, enqueue }) => {
      const top = topOf(context.pages)
      if (top) enqueue.sendTo("pages", { type: "pages.load", id: top.id, name: top.name })
    }),
    addOverlay: assign(({ context, event }) =>
      event.type === "navigation.openOverlay"
        ? { overlays: [...context.overlays.filter((known) => known !== event.overlay), event.overlay] }
        : {},
    ),
    removeOverlay: assign(({ context, event }) =>
      event.type === "navigation.closeOverlay"
        ? { overlays: context.overlays.filter((known) => known !== event.overlay) }
        : {},
    ),
    hold: assign(setHeld),
    queueHidden: assign(({ context }) => ({ outbox: visibility(context, "app.hide", "page.hide") })),
    queueShown: assign(({ context }) => ({ outbox: visibility(context, "app.show", "page.show") })),
    /**
     * Emits what the move caused, and updates the pages and the browser's history. While an overlay
     * is open, history holds the top page twice, so that back can close the overlay even on the first
     * page.
     */
    settle: enqueueActions(({ context, enqueue }) => {
      for (const emitted of context.outbox) {
        enqueue.emit(emitted)
        if (emitted.type === "page.show") enqueue.sendTo("pages", { type: "pages.show", id: emitted.id })
        if (emitted.type === "page.hide") enqueue.sendTo("pages", { type: "pages.hide", id: emitted.id })
      }
      const { stack, tabs } = context.pages
      enqueue.sendTo("pages", { type: "pages.keep", ids: [...tabs, ...stack].map(({ id }) => id) })
      const top = topOf(context.pages)
      enqueue.assign({ outbox: [] })
      enqueue.sendTo("browser", {
        type: "browser.mirror",
        entries: [...stack, ...(context.overlays.length > 0 && top ? [top] : [])].map(({ id, url }) => ({
          id,
          url,
        })),
      })
    }),
  },
  guards: {
    isRefused: (args) => checkOf(args)?.checked.ok === false,
    isRepeated,
    isOnThisTab: ({ context, event }) => {
      if (event.type !== "navigation.tapTab" || event.url === null) return false
      return context.pages.stack.length === 1 && topOf(context.pages)?.path === splitUrl(event.url).path
    },
    hasOverlay: ({ context }) => context.overlays.length > 0,
    isHeld: ({ context }) => {
      const top = topOf(context.pages)
      return top?.held === true && top.status === "loaded"
    },
    isAtHome: ({ context }) => isAtHome(context),
    isAtBottom: ({ context }) => context.pages.stack.length <= 1,
    isHere: ({ context, event }) => {
      if (event.type !== "navigation.popped") return false
      const top = topOf(context.pages)
      return event.mark === null ? top?.url === event.url : top?.id === event.mark.id
    },
    isBelow: (args) => indexOfMark(args) >= 0,
    isTop: ({ context, event }) => "id" in event && topOf(context.pages)?.id === event.id,
    isCalled: ({ context }) => awaitedCall(context) !== null,
    isLoading: ({ context }) => topOf(context.pages)?.status === "loading",
    isMissing: ({ context }) => topOf(context.pages)?.status === "missing",
  },
}).createMachine({
  id: "navigation",
  description: "The page stack and its navigation",
  context: ({ input }) => ({
    table: input.table,
    member: false,
    pages: { stack: [], tabs: [] },
    epoch: "0",
    count: 0,
    call: null,
    overlays: [],
    outbox: [],
  }),
  invoke: [
    { id: "pages", src: "pages" },
    { id: "browser", src: "browser" },
  ],
  on: {
    "navigation.open": {
      target: ".open",
      actions: ["openDocument", "settle"],
      description: "A document is opened or reloaded",
    },
  },
  initial: "closed",
  states: {
    closed: { description: "No document has been opened yet" },
    open: {
      description: "A page is in view",
      initial: "settled",
      on: {
        "navigation.enter": {
          target: ".settled",
          actions: ["enter", "settle"],
          description: "A session begins or ends; all pages close and one opens",
        },
        "navigation.navigateTo": [
          { guard: "isRefused", actions: ["refuse", "settle"] },
          { target: ".settled", actions: ["open", "settle"] },
        ],
        "navigation.redirectTo": [
          { guard: "isRefused", actions: ["refuse", "settle"] },
          { target: ".settled", actions: ["open", "settle"] },
        ],
        "navigation.reLaunch": [
          { guard: "isRefused", actions: ["refuse", "settle"] },
          { target: ".settled", actions: ["open", "settle"] },
        ],
        "navigation.switchTab": [
          { guard: "isRefused", actions: ["refuse", "settle"] },
          { target: ".settled", actions: ["open", "settle"] },
        ],
        "navigation.tapTab": [
          {
            guard: "isOnThisTab",
            actions: ["tapCurrentTab", "settle"],
            description: "The current tab is tapped; its page is notified",
          },
          { guard: "isRefused", actions: ["refuse", "settle"] },
          { target: ".settled", actions: ["open", "settle"] },
        ],
        "navigation.navigateBack": [
          { guard: "hasOverlay", actions: ["dismissOverlay", "settle"] },
          { guard: "isHeld", actions: ["askToLeave", "settle"] },
          {
            guard: "isAtHome",
            actions: ["stay", "settle"],
            description: "The stack has one page, a tab page or the entry page; it stays",
          },
          {
            guard: "isAtBottom",
            target: ".settled",
            actions: ["goToEntry", "settle"],
            description: "The stack has one page, opened by a link; the entry page opens",
          },
          { target: ".settled", actions: ["goBack", "settle"] },
        ],
        "navigation.popped": [
          { guard: "hasOverlay", actions: ["dismissOverlay", "settle"] },
          { guard: "isHere", actions: "settle" },
          { guard: "isHeld", actions: ["askToLeave", "settle"] },
          { guard: "isBelow", target: ".settled", actions: ["followBack", "settle"] },
          {
            target: ".settled",
            actions: ["followElsewhere", "settle"],
            description: "The browser moves to an address outside the stack",
          },
        ],
        "navigation.openOverlay": { actions: ["addOverlay", "settle"] },
        "navigation.closeOverlay": { actions: ["removeOverlay", "settle"] },
        "navigation.hold": {
          actions: "hold",
          description: "The page turns its leave confirmation on or off",
        },
        "navigation.appHidden": { actions: ["queueHidden", "settle"] },
        "navigation.appShown": { actions: ["queueShown", "settle"] },
      },
      states: {
        settled: {
          description: "The top page can be used",
          always: [
            { guard: "isCalled", target: "opening" },
            {
              guard: "isLoading",
              target: "loading",
              description: "The code of a page that is shown again is loading",
            },
            { guard: "isMissing", target: "missing" },
          ],
        },
        opening: {
          description: "A call opens the top page; a repeated call to it is refused",
          initial: "loading",
          on: {
            "navigation.navigateTo": { guard: "isRepeated", actions: ["refuseRepetition", "settle"] },
            "navigation.redirectTo": { guard: "isRepeated", actions: ["refuseRepetition", "settle"] },
            "navigation.reLaunch": { guard: "isRepeated", actions: ["refuseRepetition", "settle"] },
            "navigation.switchTab": { guard: "isRepeated", actions: ["refuseRepetition", "settle"] },
          },
          states: {
            loading: {
              description: "The code of the page is loading; the call waits for its answer",
              entry: "load",
              on: {
                "navigation.pageLoaded": {
                  guard: "isTop",
                  target: "painting",
                  actions: ["arrive", "settle"],
                  description: "The code of the page arrives; the call succeeds",
                },
                "navigation.pageFailed": {
                  guard: "isTop",
                  target: "#navigation.open.failed",
                  actions: ["fail", "settle"],
                },
              },
            },
            painting: {
              description: "The page is not painted yet: a second tap is meant for the page before",
              on: {
                "navigation.pageMounted": {
                  guard: "isTop",
                  target: "#navigation.open.settled",
                  actions: "endCall",
                  description: "The page is mounted; its address may be requested again",
                },
              },
            },
          },
        },
        loading: {
          description: "The code of a page is loading that is shown again, without a call",
          entry: "load",
          on: {
            "navigation.pageLoaded": { guard: "isTop", target: "settled", actions: ["arrive", "settle"] },
            "navigation.pageFailed": { guard: "isTop", target: "failed", actions: ["fail", "settle"] },
          },
        },
        failed: {
          description: "The code of the top page failed to load; a tap retries",
          on: {
            "navigation.retry": { target: "loading", actions: ["retry", "settle"] },
          },
        },
        missing: { description: "The page does not exist; the view links to the home page" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type Snapshot = { readonly context: NavigationContext }
export const selectTop = ({ context }: Snapshot): Entry | undefined => topOf(context.pages)
/** Every open page in the order of opening: hidden tab pages and the stack. */
export const selectAlive = ({ context }: Snapshot): readonly Entry[] =>
  [...context.pages.tabs, ...context.pages.stack].toSorted((a, b) => a.order - b.order)
