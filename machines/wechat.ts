/**
 * Promises: a code from WeChat is used only if this device asked for it, once, and for what it was
 * asked for; the code is never part of an event or the context.
 */
import { assign, type EventObject, enqueueActions, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { WeChatEmitted, WeChatEvent, WeChatPurpose } from "../src/events/wechat.ts"

export interface WeChatContext {
  readonly purpose: WeChatPurpose | null
  /** The handle of the code that WeChat returned. */
  readonly code: string | null
  /** Why the last way through WeChat failed. */
  readonly failure: Failure | null
}

export const wechatMachine = setup({
  types: {
    context: {} as WeChatContext,
    events: {} as WeChatEvent,
    emitted: {} as WeChatEmitted,
  },
  actors: {
    /** Looks at the address of the document: wechat.notReturned, wechat.returned or wechat.failed. */
    readReturn: fromCallback<EventObject>(unprovided("readReturn")),
    /** Asks for WeChat's log-in page: wechat.addressed or wechat.failed. */
    askAddress: fromCallback<EventObject, { readonly purpose: WeChatPurpose }>(unprovided("askAddress")),
    /** Logs in by the code and stores the session: wechat.loggedIn or wechat.failed. */
    logIn: fromCallback<EventObject, { readonly code: string }>(unprovided("logIn")),
    /** Links the account of the code to the member: wechat.linked or wechat.failed. */
    link: fromCallback<EventObject, { readonly code: string }>(unprovided("link")),
  },
  actions: {
    assignReturn: assign({
      purpose: ({ context, event }) => (event.type === "wechat.returned" ? event.purpose : context.purpose),
      code: ({ context, event }) => (event.type === "wechat.returned" ? event.code : context.code),
    }),
    assignPurpose: assign({
      purpose: ({ context, event }) => (event.type === "wechat.begin" ? event.purpose : context.purpose),
      failure: null,
    }),
    assignFailure: assign({
      failure: ({ context, event }) => (event.type === "wechat.failed" ? event.failure : context.failure),
    }),
    dropCode: assign({ code: null }),
    dropFailure: assign({ failure: null }),
    emitLeft: enqueueActions(({ event, enqueue }) => {
      if (event.type === "wechat.addressed") enqueue.emit({ type: "wechat.left", url: event.url })
    }),
    emitSessionStored: enqueueActions(({ event, enqueue }) => {
      if (event.type === "wechat.loggedIn") enqueue.emit({ type: "wechat.sessionStored", user: event.user })
    }),
  },
  guards: {
    isVisitorsLogin: ({ context, event }) =>
      context.purpose === "login" && event.type === "wechat.identify" && !event.isMember,
    isMembersLink: ({ context, event }) =>
      context.purpose === "link" && event.type === "wechat.identify" && event.isMember,
  },
}).createMachine({
  id: "wechat",
  description: "Logging in with WeChat, and linking a WeChat account",
  context: { purpose: null, code: null, failure: null },
  on: {
    "wechat.forget": {
      target: ".idle",
      actions: "dropFailure",
      description: "A session began or ended; the last way is over",
    },
  },
  initial: "beginning",
  states: {
    beginning: {
      description: "Looks whether the document was opened by WeChat",
      invoke: { id: "readReturn", src: "readReturn" },
      on: {
        "wechat.notReturned": "idle",
        "wechat.returned": {
          target: "returned",
          actions: "assignReturn",
          description: "WeChat returned a code that this device asked for",
        },
        "wechat.failed": {
          target: "idle",
          actions: "assignFailure",
          description: "The code was not asked for here, or too long ago",
        },
      },
    },
    returned: {
      description: "WeChat returned; the stored session is still being read",
      on: {
        "wechat.identify": [
          { guard: "isVisitorsLogin", target: "loggingIn" },
          { guard: "isMembersLink", target: "linking" },
          {
            target: "idle",
            actions: "dropCode",
            description: "The session is another than the way began with",
          },
        ],
      },
    },
    idle: {
      description: "Nothing is under way; the last failure is shown",
      on: {
        "wechat.begin": { target: "asking", actions: "assignPurpose" },
      },
    },
    asking: {
      description: "The address of WeChat's log-in page is being asked for",
      invoke: {
        id: "askAddress",
        src: "askAddress",
        input: ({ context }) => ({ purpose: context.purpose ?? "login" }),
      },
      on: {
        "wechat.addressed": { target: "idle", actions: "emitLeft" },
        "wechat.failed": { target: "idle", actions: "assignFailure" },
      },
    },
    loggingIn: {
      description: "The server exchanges the code for a session",
      invoke: { id: "logIn", src: "logIn", input: ({ context }) => ({ code: context.code ?? "" }) },
      exit: "dropCode",
      on: {
        "wechat.loggedIn": { target: "idle", actions: "emitSessionStored" },
        "wechat.failed": {
          target: "idle",
          actions: "assignFailure",
          description: "The server refuses the code, or no member is linked",
        },
      },
    },
    linking: {
      description: "The server links the account of the code to the member",
      invoke: { id: "link", src: "link", input: ({ context }) => ({ code: context.code ?? "" }) },
      exit: "dropCode",
      on: {
        "wechat.linked": "linked",
        "wechat.failed": { target: "idle", actions: "assignFailure" },
      },
    },
    linked: {
      description: "The account is linked; the account page says so",
      on: {
        "wechat.begin": {
          target: "asking",
          actions: "assignPurpose",
          description: "The member links another account instead",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type WeChatSnapshot = SnapshotFrom<typeof wechatMachine>

/** What the screens show of each state. */
const PHASES = {
  beginning: "ready",
  returned: "ready",
  idle: "ready",
  asking: "busy",
  loggingIn: "busy",
  linking: "busy",
  linked: "linked",
} as const satisfies Readonly<Record<LeafState<WeChatSnapshot>, string>>

export type WeChatPhase = (typeof PHASES)[keyof typeof PHASES]
export const wechatPhase = (snapshot: WeChatSnapshot): WeChatPhase => viewAt(snapshot, PHASES)

export const selectWeChatFailure = ({ context }: WeChatSnapshot): Failure | null => context.failure
