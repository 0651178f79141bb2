/** The lock of an account, from a session or by name and password. */
import { Effect } from "effect"
import { useMemo } from "react"
import {
  isLockBusy,
  type LockJob,
  type LockSnapshot,
  lockMachine,
  lockPhase,
} from "../../../machines/lock.ts"
import type { Failure } from "../../domain/failure.ts"
import type { LockEvent } from "../../events/lock.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { PageActors } from "../actors/page-actors.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { Api, eventOf, Secrets } from "../api/services.ts"
import { useOverlay, usePageActor } from "./page-context.tsx"
import { useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"

const refused = (failure: Failure, at: number): LockEvent => ({ type: "lock.refused", failure, at })

const typedOf = Effect.fnUntraced(function* ({ credentials }: LockJob) {
  if (credentials === null) return null
  const { username, secret, code } = credentials
  const { take } = yield* Secrets
  const password = (yield* take(secret)) ?? ""
  const factorCode = code === undefined ? undefined : yield* take(code)
  return { username, password, ...(factorCode !== undefined && { factorCode }) }
})

/** Sends lock.locked or lock.refused. */
export const lockAccount = Effect.fnUntraced(function* (job: LockJob) {
  const { call } = yield* Api
  const typed = yield* typedOf(job)
  return yield* eventOf(
    typed === null ? call("lock", {}, { loading: true }) : call("lockByPassword", typed, { loading: true }),
    ({ lockedAtMs }, at): LockEvent => ({ type: "lock.locked", lockedAtMs, at }),
    refused,
  )
})

/** Sends lock.unlocking or lock.refused. */
export const unlockAccount = Effect.fnUntraced(function* (job: LockJob) {
  const { call } = yield* Api
  const typed = (yield* typedOf(job)) ?? { username: "", password: "" }
  return yield* eventOf(
    call("unlockByPassword", typed, { loading: true }),
    ({ lockedAtMs, opensAtMs }, at): LockEvent => ({
      type: "lock.unlocking",
      opensAtMs: opensAtMs ?? lockedAtMs,
      at,
    }),
    refused,
  )
})

export const createLock = (pageActors: PageActors, services: ApiLayer["services"]) =>
  pageActors.create(
    "lock",
    lockMachine.provide({
      actors: {
        lock: effectActor(services, lockAccount),
        unlock: effectActor(services, unlockAccount),
      },
    }),
    undefined,
  )

const shownOf = (snapshot: LockSnapshot) => ({
  phase: lockPhase(snapshot),
  busy: isLockBusy(snapshot),
  lockedAtMs: snapshot.context.lockedAtMs,
  opensAtMs: snapshot.context.opensAtMs,
  failure: snapshot.context.failure,
})

/** `onLocked` is called when the server has locked the account. */
export const useLock = (onLocked?: () => void) => {
  const { pageActors, now, secrets } = useRuntime()
  const { services } = useApiLayer()
  const actor = useMemo(() => createLock(pageActors, services), [pageActors, services])
  const shown = usePageActor(actor, shownOf)
  useEmitted(actor, () => onLocked?.())
  const tell = (type: "lock.ask" | "lock.cancel" | "lock.confirm") => () => actor.send({ type, at: now() })
  const cancel = tell("lock.cancel")
  useOverlay(shown.phase === "confirming", cancel)
  /** Password and code are stored under handles and never part of an event. */
  const lock = (username: string, password: string) =>
    actor.send({ type: "lock.lock", username, secret: secrets.keep(password), at: now() })
  const unlock = (username: string, password: string, code: string) =>
    actor.send({
      ...{ type: "lock.unlock", username, secret: secrets.keep(password), at: now() },
      ...(code !== "" && { code: secrets.keep(code) }),
    })
  return {
    ...shown,
    ask: tell("lock.ask"),
    cancel,
    confirm: tell("lock.confirm"),
    lock,
    unlock,
  }
}
export type Lock = ReturnType<typeof useLock>
