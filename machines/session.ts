/**
 * Promises: a member is logged in exactly while this device stores a token, no password or token is
 * ever part of an event or the context, and the page to return to is kept for that member alone.
 */
import { assign, type EventObject, emit, fromCallback, setup } from "xstate"
import type { User } from "../src/domain/entities.ts"
import type { Failure } from "../src/domain/failure.ts"
import { TOKEN_INVALID_REDIRECT_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { Intent, SessionEmitted, SessionEvent } from "../src/events/session.ts"

export interface SessionContext {
  readonly user: User | null
  readonly intent: Intent | null
  /** Why the last login, registration or refresh failed. */
  readonly failure: Failure | null
  readonly credentials: Credentials | null
}

/** `secret` is a handle: the password is kept outside the machine and passed to one call. */
export interface Credentials {
  readonly username: string
  readonly secret: string
  readonly invitationCode: string | null
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
    tags: {} as "busy",
  },
  actors: {
    /** Reads token, user and intent from storage: session.restored or session.absent. */
    loadSession: fromCallback<EventObject>(unprovided("loadSession")),
    /** Logs in or registers and stores the tokens: session.authenticated or session.refused. */
    authenticate: fromCallback<EventObject, Credentials>(unprovided("authenticate")),
    /** Loads the member's record: session.refreshed or session.refreshFailed. */
    refreshUser: fromCallback<EventObject>(unprovided("refreshUser")),
    /**
     * Logs out at the server if `tell` is true, then removes tokens and user: always
     * session.cleared.
     */
    clearSession: fromCallback<EventObject, { readonly tell: boolean }>(unprovided("clearSession")),
    /** Watches other tabs: session.endedElsewhere, session.beganElsewhere. */
    watchSession: fromCallback<EventObject>(unprovided("watchSession")),
  },
  actions: {
    storeIntent: (_, _params: { readonly intent: Intent | null }) => {
      throw new Error("storeIntent is not provided")
    },
    takeUser: assign({
      user: ({ context, event }) => ("user" in event ? event.user : context.user),
      failure: null,
    }),
    takeIntent: assign({
      intent: ({ context, event }) => ("intent" in event ? event.intent : context.intent),
    }),
    takeFailure: assign({
      failure: ({ context, event }) => ("failure" in event ? event.failure : context.failure),
      credentials: null,
    }),
    dropFailure: assign({ failure: null }),
    takeCredentials: assign({
      credentials: ({ event }) =>
        event.type === "session.login" || event.type === "session.register"
          ? {
              username: event.username,
              secret: event.secret,
              invitationCode: event.type === "session.register" ? event.invitationCode : null,
            }
          : null,
      failure: null,
    }),
    dropUser: assign({ user: null, credentials: null }),
    dropIntent: assign({ intent: null }),
    dropCredentials: assign({ credentials: null }),
    keepIntentForMember: assign({
      intent: ({ context, event }) =>
        event.type === "session.tokenInvalid"
          ? { memberId: context.user?.id ?? null, url: event.url }
          : context.intent,
    }),
    keepIntentForAnyone: assign({
      intent: ({ context, event }) => ("url" in event ? { memberId: null, url: event.url } : context.intent),
    }),
    tellBegan: emit(({ context }) => ({
      type: "session.began" as const,
      memberId: context.user?.id ?? "",
      open: context.user ? opens(context.intent, context.user) : null,
      by: cameBy(context),
    })),
    tellLapsed: emit(({ context }) => ({
      type: "session.lapsed" as const,
      reason: context.user === null ? ("session.required" as const) : ("session.invalid" as const),
    })),
    tellLoggedOut: emit({ type: "session.ended", why: "logout" }),
    tellRevoked: emit({ type: "session.ended", why: "token-invalid" }),
    tellEndedElsewhere: emit({ type: "session.ended", why: "elsewhere" }),
  },
  guards: {
    isOtherMember: ({ context, event }) =>
      event.type === "session.beganElsewhere" && event.user.id !== context.user?.id,
    comesByCode: ({ event }) => event.type === "session.tokenInvalid" && event.envelope === "code",
  },
  delays: { tokenInvalidRedirect: TOKEN_INVALID_REDIRECT_MS },
}).createMachine({
  id: "session",
  description: "Who is using the app on this device",
  context: { user: null, intent: null, failure: null, credentials: null },
  initial: "restoring",
  invoke: { id: "watchSession", src: "watchSession" },
  states: {
    restoring: {
      description: "Reading what an earlier visit has kept",
      tags: "busy",
      invoke: { id: "loadSession", src: "loadSession" },
      on: {
        "session.restored": {
          target: "authenticated",
          actions: ["takeUser", "takeIntent"],
          description: "A token was kept, and whose it is",
        },
        "session.absent": { target: "anonymous", actions: "takeIntent", description: "No token was kept" },
      },
    },
    anonymous: {
      description: "A visitor: may log in or register",
      on: {
        "session.login": {
          target: "authenticating",
          actions: "takeCredentials",
          description: "The visitor logs in",
        },
        "session.register": {
          target: "authenticating",
          actions: "takeCredentials",
          description: "The visitor registers",
        },
        "session.keepIntent": {
          actions: [
            "keepIntentForAnyone",
            { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          ],
          description: "A page for members was wanted: it opens after login",
        },
        "session.beganElsewhere": {
          target: "authenticated",
          actions: "takeUser",
          description: "The visitor has logged in in another tab",
        },
        "session.tokenInvalid": [
          {
            guard: "comesByCode",
            target: "turnedAway",
            actions: ["keepIntentForAnyone", "tellLapsed"],
            description: "A call needed a member and there is no token (envelope `code`)",
          },
          {
            target: "anonymous",
            actions: "tellRevoked",
            description: "A call needed a member, and there is no token: login opens",
          },
        ],
      },
    },
    turnedAway: {
      description: "A visitor reads that a member is wanted before login opens",
      entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
      after: {
        tokenInvalidRedirect: {
          target: "anonymous",
          actions: "tellRevoked",
          description: "The words have been shown long enough",
        },
      },
      on: {
        "session.beganElsewhere": {
          target: "authenticated",
          actions: "takeUser",
          description: "The visitor has logged in in another tab",
        },
      },
    },
    authenticating: {
      description: "The server is asked whether the visitor is who they say",
      tags: "busy",
      invoke: {
        id: "authenticate",
        src: "authenticate",
        input: ({ context }) => context.credentials ?? { username: "", secret: "", invitationCode: null },
      },
      on: {
        "session.authenticated": {
          target: "authenticated",
          actions: "takeUser",
          description: "The server knows the member",
        },
        "session.refused": {
          target: "anonymous",
          actions: "takeFailure",
          description: "The server does not let them in, and why",
        },
      },
    },
    authenticated: {
      description: "A member: a token is kept",
      entry: [
        "tellBegan",
        "dropIntent",
        "dropCredentials",
        { type: "storeIntent", params: { intent: null } },
      ],
      initial: "active",
      on: {
        "session.tokenInvalid": [
          {
            guard: "comesByCode",
            target: "ending.revokedByCode",
            actions: ["keepIntentForMember", "tellLapsed"],
            description: "A call was answered with an invalid token (envelope `code`)",
          },
          {
            target: "ending.revoked",
            actions: "keepIntentForMember",
            description: "A call was answered with an invalid token",
          },
        ],
        "session.endedElsewhere": {
          target: "ending.elsewhere",
          description: "The member has logged out in another tab",
        },
        "session.beganElsewhere": {
          guard: "isOtherMember",
          target: "authenticated",
          reenter: true,
          actions: ["tellEndedElsewhere", "takeUser"],
          description: "Another member logged in in another tab",
        },
      },
      states: {
        active: {
          description: "The member uses the app",
          on: {
            "session.askLogout": { target: "confirmingLogout", description: "The member wants to log out" },
            "session.refresh": {
              target: "refreshing",
              actions: "dropFailure",
              description: "The record may have changed",
            },
          },
        },
        refreshing: {
          description: "The member's record is asked for again; what is known stays shown",
          invoke: { id: "refreshUser", src: "refreshUser" },
          on: {
            "session.askLogout": { target: "confirmingLogout", description: "The member wants to log out" },
            "session.refreshed": {
              target: "active",
              actions: "takeUser",
              description: "The record is there",
            },
            "session.refreshFailed": {
              target: "active",
              actions: "takeFailure",
              description: "The record did not come: the old one stays",
            },
          },
        },
        confirmingLogout: {
          description: "Log out? is asked",
          on: {
            "session.confirmLogout": { target: "#session.ending.loggingOut", description: "Yes" },
            "session.cancelLogout": { target: "active", description: "No" },
          },
        },
      },
    },
    ending: {
      description: "The session is over and its traces on the device are removed",
      tags: "busy",
      initial: "loggingOut",
      states: {
        loggingOut: {
          description: "The member logs out; the server is notified",
          entry: { type: "storeIntent", params: { intent: null } },
          invoke: { id: "clearSession", src: "clearSession", input: { tell: true } },
          on: {
            "session.cleared": {
              target: "#session.anonymous",
              actions: ["dropUser", "tellLoggedOut"],
              description: "Nothing of the member is left on the device",
            },
          },
        },
        revoked: {
          description: "The token was refused by the server",
          entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          invoke: { id: "clearSession", src: "clearSession", input: { tell: false } },
          on: {
            "session.cleared": { target: "gone", description: "Nothing of the member is left on the device" },
          },
        },
        revokedByCode: {
          description: "The same in the `code` envelope: login follows after a pause",
          entry: { type: "storeIntent", params: ({ context }) => ({ intent: context.intent }) },
          invoke: { id: "clearSession", src: "clearSession", input: { tell: false } },
          on: {
            "session.cleared": {
              target: "pausing",
              description: "Nothing of the member is left on the device",
            },
          },
        },
        pausing: {
          description: "The words that say so can be read before login opens",
          after: {
            tokenInvalidRedirect: { target: "gone", description: "The words have been shown long enough" },
          },
        },
        gone: {
          description: "Everything is removed",
          always: {
            target: "#session.anonymous",
            actions: ["dropUser", "tellRevoked"],
            description: "Login may open",
          },
        },
        elsewhere: {
          description: "Another tab has ended the session; nothing is left to remove",
          always: {
            target: "#session.anonymous",
            actions: ["dropUser", "tellEndedElsewhere"],
            description: "Login may open",
          },
        },
      },
    },
  },
})

type Snapshot = { readonly context: SessionContext }
export const selectUser = ({ context }: Snapshot): User | null => context.user
export const selectFailure = ({ context }: Snapshot): Failure | null => context.failure
