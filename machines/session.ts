/**
 * Promises: a member is logged in exactly while this device stores a token, no password or token is
 * ever part of an event or the context, and the page to return to is kept for that member alone.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { User } from "../src/domain/entities.ts"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { TOKEN_INVALID_REDIRECT_MS } from "../src/domain/limits.ts"
import { unprovided, unprovidedAction } from "../src/domain/unprovided.ts"
import type { Intent, SessionEmitted, SessionEvent } from "../src/events/session.ts"

export interface SessionContext {
  readonly user: User | null
  readonly intent: Intent | null
  /** Why the last login, registration or refresh failed. */
  readonly failure: Failure | null
  readonly credentials: Credentials | null
}

/** Password and code are kept outside the machine and passed to one call: `secret` and `code` are handles. */
export interface Credentials {
  readonly username: string
  readonly secret: string
  /** The code of a second factor. */
  readonly code?: string
  /** The secret is an assertion of a passkey, which names its member. */
  readonly passkey?: true
  readonly invitationCode: string | null
  /** The date of the terms that a new member agrees to. */
  readonly termsAtMs?: number
}

const cameBy = ({ credentials }: SessionContext): "login" | "registration" | null =>
  credentials && (credentials.invitationCode === null ? "login" : "registration")

const opens = (intent: Intent | null, user: User): string | null =>
  intent !== null && (intent.memberId === null || intent.memberId === user.id) ? intent.url : null

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    /** Reads token, user and intent from storage: session.restored or session.notRestored. */
    loadSession: fromCallback<EventObject>(unprovided("loadSession")),
    /** Logs in or registers and stores the tokens: session.authenticated or session.refused. */
    authenticate: fromCallback<EventObject, Credentials>(unprovided("authenticate")),
    /** Loads the member's record: session.refreshed or session.refreshFailed. */
    refreshUser: fromCallback<EventObject>(unprovided("refreshUser")),
    /**
     * Logs out at the server if `notifyServer` is true, then removes tokens and user: always
     * session.cleared.
     */
    clearSession: fromCallback<EventObject, { readonly notifyServer: boolean }>(unprovided("clearSession")),
    /** Watches other tabs: session.endedElsewhere, session.beganElsewhere. */
    watchSession: fromCallback<EventObject>(unprovided("watchSession")),
  },
  actions: {
    storeIntent: unprovidedAction<{ readonly intent: Intent | null }>("storeIntent"),
    assignUser: assign({
      user: ({ context, event }) => ("user" in event ? event.user : context.user),
      failure: null,
    }),
    assignIntent: assign({
      intent: ({ context, event }) => ("intent" in event ? event.intent : context.intent),
    }),
    assignFailure: assign({
      failure: ({ context, event }) => ("failure" in event ? event.failure : context.failure),
      credentials: null,
    }),
    dropFailure: assign({ failure: null }),
    assignCredentials: assign({
      credentials: ({ event }) =>
        event.type === "session.login" || event.type === "session.register"
          ? {
              username: event.username,
              secret: event.secret,
              invitationCode: event.type === "session.register" ? event.invitationCode : null,
              ...("termsAtMs" in event && { termsAtMs: event.termsAtMs }),
              ...("code" in event && { code: event.code }),
              ...("passkey" in event && { passkey: event.passkey }),
            }
          : null,
      failure: null,
    }),
    dropUser: assign({ user: null, credentials: null }),
    dropIntent: assign({ intent: null }),
    dropCredentials: assign({ credentials: null }),
    assignIntentForMember: assign({
      intent: ({ context, event }) =>
        event.type === "session.tokenRejected"
          ? { memberId: context.user?.id ?? null, url: event.url }
          : context.intent,
    }),
    assignIntentForAnyone: assign({
      intent: ({ context, event }) => ("url" in event ? { memberId: null, url: event.url } : context.intent),
    }),
    emitBegan: emit(({ context }) => ({
      type: "session.began" as const,
      memberId: context.user?.id ?? "",
      open: context.user ? opens(context.intent, context.user) : null,
      by: cameBy(context),
    })),
    emitLapsed: emit(({ context }) => ({
      type: "session.lapsed" as const,
      reason: context.user === null ? ("session.required" as const) : ("session.invalid" as const),
    })),
    /** What became of a log-in or a registration. */
    emitAccepted: emit({ type: "session.answered", failure: null }),
    emitRefused: emit(({ context }) => ({ type: "session.answered" as const, failure: context.failure })),
    emitIgnored: emit({ type: "session.answered", failure: { reason: "no-answer.abort" } }),
    emitLoggedOut: emit({ type: "session.ended", why: "logout" }),
    emitRevoked: emit({ type: "session.ended", why: "token-invalid" }),
    emitEndedElsewhere: emit({ type: "session.ended", why: "elsewhere" }),
  },
  guards: {
    isOtherMember: ({ context, event }) =>
      event.type === "session.beganElsewhere" && event.user.id !== context.user?.id,
    isCodeEnvelope: ({ event }) => event.type === "session.tokenRejected" && event.envelope === "code",
  },
  delays: { tokenInvalidRedirect: TOKEN_INVALID_REDIRECT_MS },
}).createMachine({
  id: "session",
  description: "The session of the member on this device",
  context: { user: null, intent: null, failure: null, credentials: null },
  initial: "restoring",
  invoke: { id: "watchSession", src: "watchSession" },
  states: {
    restoring: {
      description: "The stored session is being read",
      invoke: { id: "loadSession", src: "loadSession" },
      on: {
        "session.login": { actions: "emitIgnored" },
        "session.register": { actions: "emitIgnored" },
        "session.restored": { target: "authenticated", actions: ["assignUser", "assignIntent"] },
        "session.notRestored": { target: "anonymous", actions: "assignIntent" },
      },
    },
    anonymous: {
      description: "A visitor, who may log in or register",
      on: {
        "session.login": { target: "authenticating", actions: "assignCredentials" },
        "session.register": { target: "authenticating", actions: "assignCredentials" },
        "session.keepIntent": {
          actions: [
            "assignIntentForAnyone",
            { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          ],
          description: "A visitor requests a page for members; it opens after login",
        },
        "session.beganElsewhere": {
          target: "authenticated",
          actions: "assignUser",
          description: "The visitor logs in in another tab, or with WeChat",
        },
        "session.tokenRejected": [
          {
            guard: "isCodeEnvelope",
            target: "turnedAway",
            actions: ["assignIntentForAnyone", "emitLapsed"],
            description: "A call requires a member and there is no token (envelope `code`)",
          },
          {
            target: "anonymous",
            actions: "emitRevoked",
            description: "A call requires a member and there is no token; login opens",
          },
        ],
      },
    },
    turnedAway: {
      description: "A visitor sees that the page requires login",
      entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
      after: {
        tokenInvalidRedirect: { target: "anonymous", actions: "emitRevoked" },
      },
      on: {
        "session.login": { actions: "emitIgnored" },
        "session.register": { actions: "emitIgnored" },
        "session.beganElsewhere": { target: "authenticated", actions: "assignUser" },
      },
    },
    authenticating: {
      description: "The server checks the credentials",
      invoke: {
        id: "authenticate",
        src: "authenticate",
        input: ({ context }) => context.credentials ?? { username: "", secret: "", invitationCode: null },
      },
      on: {
        "session.authenticated": { target: "authenticated", actions: "assignUser" },
        "session.refused": { target: "anonymous", actions: ["assignFailure", "emitRefused"] },
      },
    },
    authenticated: {
      description: "A member, whose token is stored",
      entry: [
        "emitBegan",
        "dropIntent",
        "dropCredentials",
        { type: "storeIntent", params: { intent: null } },
      ],
      initial: "active",
      on: {
        "session.login": { actions: "emitAccepted" },
        "session.register": { actions: "emitAccepted" },
        "session.tokenRejected": [
          {
            guard: "isCodeEnvelope",
            target: "ending.revokedByCode",
            actions: ["assignIntentForMember", "emitLapsed"],
          },
          { target: "ending.revoked", actions: "assignIntentForMember" },
        ],
        "session.endedElsewhere": "ending.elsewhere",
        "session.beganElsewhere": {
          guard: "isOtherMember",
          target: "authenticated",
          reenter: true,
          actions: ["emitEndedElsewhere", "assignUser"],
        },
      },
      states: {
        active: {
          description: "The member uses the app",
          on: {
            "session.askLogout": "confirmingLogout",
            "session.refresh": { target: "refreshing", actions: "dropFailure" },
          },
        },
        refreshing: {
          description: "The member's record is being reloaded; the previous one stays shown",
          invoke: { id: "refreshUser", src: "refreshUser" },
          on: {
            "session.askLogout": "confirmingLogout",
            "session.refreshed": { target: "active", actions: "assignUser" },
            "session.refreshFailed": {
              target: "active",
              actions: "assignFailure",
              description: "Loading fails; the previous record stays",
            },
          },
        },
        confirmingLogout: {
          description: "The member is asked to confirm the logout",
          on: {
            "session.confirmLogout": "#session.ending.loggingOut",
            "session.cancelLogout": "active",
          },
        },
      },
    },
    ending: {
      description: "The session has ended and its data is removed from the device",
      on: {
        "session.login": { actions: "emitIgnored" },
        "session.register": { actions: "emitIgnored" },
      },
      initial: "loggingOut",
      states: {
        loggingOut: {
          description: "The member logs out and the server is notified",
          entry: { type: "storeIntent", params: { intent: null } },
          invoke: { id: "clearSession", src: "clearSession", input: { notifyServer: true } },
          on: {
            "session.cleared": { target: "#session.anonymous", actions: ["dropUser", "emitLoggedOut"] },
          },
        },
        revoked: {
          description: "The server rejected the token",
          entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          invoke: { id: "clearSession", src: "clearSession", input: { notifyServer: false } },
          on: {
            "session.cleared": "gone",
          },
        },
        revokedByCode: {
          description: "The token was rejected in the `code` envelope; login follows after a pause",
          entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          invoke: { id: "clearSession", src: "clearSession", input: { notifyServer: false } },
          on: {
            "session.cleared": "pausing",
          },
        },
        pausing: {
          description: "The message is shown before the login page opens",
          after: {
            tokenInvalidRedirect: "gone",
          },
        },
        gone: {
          description: "All session data is removed",
          always: { target: "#session.anonymous", actions: ["dropUser", "emitRevoked"] },
        },
        elsewhere: {
          description: "Another tab ended the session; its data is already removed",
          always: { target: "#session.anonymous", actions: ["dropUser", "emitEndedElsewhere"] },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** What the screens show of the session in each state; `changing` during login and logout. */
const PHASES = {
  restoring: "changing",
  anonymous: "visitor",
  turnedAway: "visitor",
  authenticating: "changing",
  "authenticated.active": "member",
  "authenticated.refreshing": "member",
  "authenticated.confirmingLogout": "confirmingLogout",
  "ending.loggingOut": "changing",
  "ending.revoked": "changing",
  "ending.revokedByCode": "changing",
  "ending.pausing": "changing",
  "ending.gone": "changing",
  "ending.elsewhere": "changing",
} as const satisfies Readonly<Record<LeafState<SessionSnapshot>, string>>

export type SessionPhase = (typeof PHASES)[keyof typeof PHASES]
export const sessionPhase = (snapshot: SessionSnapshot): SessionPhase => viewAt(snapshot, PHASES)

type Snapshot = { readonly context: SessionContext }
export const selectUser = ({ context }: Snapshot): User | null => context.user
export const selectFailure = ({ context }: Snapshot): Failure | null => context.failure
