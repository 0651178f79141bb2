/** The house: seats every machine with its implementations, starts them in order, and carries what one emits to whom it concerns. */
import type { AnyStateMachine } from "xstate"
import { selectTop } from "../../machines/navigation.ts"
import type { HistoryPort } from "../navigation/history.ts"
import { ENTRY_PATH } from "../navigation/routes.ts"
import { splitUrl } from "../navigation/url.ts"
import { createSeat, type OwnedSeat, type Seat } from "./actor-handle.ts"
import type { House, SeatMachine } from "./actor-host.ts"
import type { Backroom, openBackroom } from "./api-layer.ts"
import { type BootSeats, seatBoot } from "./boot-actors.ts"
import type { Caller } from "./effects/api-client.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import type { LastKnownStore } from "./effects/offline-cache-store.ts"
import { keptToken, LAST_KNOWN } from "./effects/stored-session.ts"
import { wire } from "./event-routing.ts"
import { mintKey } from "./idempotency-key.ts"
import type { Inspector } from "./inspector.ts"
import type { Streams, Tenant } from "./journaled-actor.ts"
import type { MemberSeats } from "./member-actors.ts"
import { createMembers } from "./member-session.ts"
import type { RequestHooks } from "./request-runner.ts"
import { createSecrets, type SecretBox } from "./secrets.ts"
import { readable } from "./settled-promise.ts"

export interface SystemParts {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  readonly streams: Streams
  readonly loadPage: (name: string) => Promise<unknown>
  readonly loadBackroom: () => Promise<{ readonly openBackroom: typeof openBackroom }>
  /** Opens what a reload without a network has to show. */
  readonly openLastKnown: () => Promise<LastKnownStore>
  readonly loadMember: () => Promise<{ readonly seatMember: (house: House) => MemberSeats }>
  readonly languages: readonly string[]
  /** The server said with this document that the site is on. */
  readonly saidOn: boolean
  readonly now: () => number
  /** Leaves the app for another site. */
  readonly leave: (url: string) => void
  readonly inspector?: Inspector | undefined
}

export interface System {
  readonly boot: BootSeats
  /** The machines of the member who is logged in; pending while nobody is. The promise is another one after each login. */
  readonly member: () => Promise<MemberSeats>
  /** Tries again to have the code of those machines. */
  readonly retryMember: () => void
  /** Hears when `member` has become another promise. */
  readonly onMemberChange: (listener: () => void) => () => void
  /** What calls the server; brought with its first use. Rejects when its code cannot be had, and may then be asked for again. */
  readonly backroom: () => Promise<Backroom>
  readonly secrets: SecretBox
  readonly now: () => number
  readonly mint: () => string
  /** Hears the type of every event that a top-level machine receives from outside, and of everything it emits. */
  readonly onEvent: (listener: (type: string) => void) => () => void
  /** How many events of a type have been heard so far. */
  readonly heard: (type: string) => number
  /** Every seat there is, for the console. */
  readonly seats: () => readonly Seat<AnyStateMachine>[]
  /** Whoever wants to hear of every actor that is made. */
  readonly inspector?: Inspector | undefined
}

const createBus = () => {
  const listeners = new Set<(type: string) => void>()
  const counts = new Map<string, number>()
  return {
    count: (type: string) => counts.get(type) ?? 0,
    tell: (type: string) => {
      counts.set(type, (counts.get(type) ?? 0) + 1)
      for (const listener of [...listeners]) listener(type)
    },
    listen: (listener: (type: string) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const VISITOR = "visitor"

/** Keeps the promise of what was brought, unless it could not be: then it is brought again. */
const brought = <Thing>(bring: () => Promise<Thing>): (() => Promise<Thing>) => {
  let known: Promise<Thing> | null = null
  return () => {
    known ??= readable(
      bring().catch((cause: unknown) => {
        known = null
        throw cause
      }),
    )
    return known
  }
}

/** Resolves when the session machine knows who is here. */
const whenKnown = ({ session }: BootSeats): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (session.getSnapshot().matches("restoring")) return
      heard.unsubscribe()
      resolve()
    }
    const heard = session.subscribe(look)
    look()
  })

/** Nobody is here any more, and nothing of whoever was stays behind. */
const leave = (backroom: () => Promise<Backroom>): void => {
  backroom()
    .then((room) => room.leave())
    .catch(() => {})
}

/** Builds the house; nothing runs before `start`, which resolves when the first page may be rendered. */
export const createSystem = (parts: SystemParts): System & { readonly start: () => Promise<void> } => {
  const { storage, streams, openLastKnown, now, inspector } = parts
  const bus = createBus()
  const changes = createBus()
  const secrets = createSecrets(mintKey)
  const caller: Caller = {
    baseUrl: parts.baseUrl,
    token: () => keptToken(storage),
    userId: () => boot.session.getSnapshot().context.user?.id ?? null,
    locale: () => boot.startup.getSnapshot().context.locale,
  }
  const url = () => selectTop(boot.navigation.getSnapshot())?.url ?? "/"
  const hooks: RequestHooks = {
    onTokenInvalid: (envelope) => {
      // a late answer to a session that is over: login is open already
      if (caller.token() === null && splitUrl(url()).path === ENTRY_PATH) return
      boot.session.send({ type: "session.tokenInvalid", envelope, url: url(), at: now() })
    },
    onLoading: (shown) =>
      boot.feedback.send(
        shown ? { type: "feedback.showLoading", text: "" } : { type: "feedback.hideLoading" },
      ),
    inspector,
  }
  const backroom = brought(async () => {
    const { openBackroom } = await parts.loadBackroom()
    // what was not needed to begin is learnt now that it costs little
    queueMicrotask(() => boot.startup.send({ type: "startup.learn" }))
    return openBackroom({ caller, hooks, storage, secrets, streams, openLastKnown, now })
  })

  const seatIn =
    (tenants: Tenant[]): SeatMachine =>
    (id, machine, input, stream) => {
      const seat: OwnedSeat<typeof machine> = createSeat(id, machine, input, inspector)
      seat.onEmit((emitted) => bus.tell(emitted.type))
      tenants.push({ seat, stream })
      return seat
    }
  const bootTenants: Tenant[] = []
  const boot = seatBoot(seatIn(bootTenants), backroom, parts)
  const members = createMembers({
    ...parts,
    houseOf: async (tenants) => {
      const { services } = await backroom()
      return { services, caller, seat: seatIn(tenants) }
    },
    tap: bus.tell,
    tellChange: () => changes.tell(""),
  })
  const lasting = bootTenants.filter(({ stream }) => stream !== undefined)
  const passing = bootTenants.filter(({ stream }) => stream === undefined)

  const start = async () => {
    const wired = wire(boot, {
      ...parts,
      onBegin: (memberId) => void members.begin(memberId),
      onEnd: (isLeaving) => {
        members.end(isLeaving)
        leave(backroom)
      },
      onEntered: (owner) => streams.restart(owner ?? VISITOR, lasting),
    })
    await streams.fill(VISITOR, passing, bus.tell)
    await whenKnown(boot)
    const { user } = boot.session.getSnapshot().context
    // whoever was here last went without all of theirs having been forgotten
    if (user === null && storage.read(LAST_KNOWN) !== undefined) leave(backroom)
    await streams.fill(user?.id ?? VISITOR, lasting, bus.tell)
    wired.open()
  }
  return {
    boot,
    member: members.promise,
    retryMember: members.retry,
    onMemberChange: (listener) => changes.listen(listener),
    backroom,
    secrets,
    now,
    mint: mintKey,
    onEvent: bus.listen,
    heard: bus.count,
    seats: () => [...bootTenants, ...members.tenants()].map(({ seat }) => seat),
    inspector,
    start,
  }
}
