/** A member's own limits, pause and exclusion. */
import { Clock, Effect } from "effect"
import { useEffect, useMemo, useRef } from "react"
import {
  isProtectionBusy,
  type ProtectionJob,
  type ProtectionSnapshot,
  protectionMachine,
  protectionPhase,
} from "../../../machines/protection.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { Away, LimitName } from "../../domain/protection.ts"
import type { ProtectionEvent } from "../../events/protection.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { PageActors } from "../actors/page-actors.ts"
import type { StepUpSubject } from "../actors/step-up.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { Api, eventOf } from "../api/services.ts"
import { useOverlay, usePageActor } from "./page-context.tsx"
import { useActor, useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"

/** Sends protection.saved or protection.refused. */
const sent = <Answer>(request: Effect.Effect<Answer, ApiError, Api>) =>
  eventOf(
    request,
    (_, at): ProtectionEvent => ({ type: "protection.saved", at }),
    (failure: Failure, at): ProtectionEvent => ({ type: "protection.refused", failure, at }),
  )

const loading = { loading: true }

const nameOf = ({ name }: ProtectionJob): LimitName => name ?? "stake_day"

const changeLimit = Effect.fnUntraced(function* (job: ProtectionJob) {
  const { call } = yield* Api
  const { revision, value } = job
  return yield* sent(call("limitChange", { revision, name: nameOf(job), value }, loading))
})

/** Asks the member for a proof; null without one. */
type Confirm = (asked: StepUpSubject) => Promise<string | null>
/** A limit and its value in words. */
type Describe = (name: LimitName, value: string | null) => string

const unconfirmed = (at: number): ProtectionEvent => ({ type: "protection.unconfirmed", at })

const confirmLimit = (confirm: Confirm, describe: Describe) =>
  Effect.fnUntraced(function* (job: ProtectionJob) {
    const { call } = yield* Api
    const { revision, value } = job
    const name = nameOf(job)
    const subject = { purpose: "limit", name, value } as const
    const confirmation = yield* Effect.promise(() => confirm({ subject, to: describe(name, value) }))
    if (confirmation === null) return unconfirmed(yield* Clock.currentTimeMillis)
    return yield* sent(call("limitConfirm", { revision, name, confirmation }, loading))
  })

const stayAway = Effect.fnUntraced(function* ({ away }: ProtectionJob) {
  const { call } = yield* Api
  const length = away?.length ?? 0
  return yield* away?.kind === "exclude"
    ? sent(call("exclude", { months: length }, loading))
    : sent(call("pause", { days: length }, loading))
})

export const createProtection = (
  pageActors: PageActors,
  services: ApiLayer["services"],
  confirm: Confirm,
  describe: Describe,
) =>
  pageActors.create(
    "protection",
    protectionMachine.provide({
      actors: {
        changeLimit: effectActor(services, changeLimit),
        confirmLimit: effectActor(services, confirmLimit(confirm, describe)),
        stayAway: effectActor(services, stayAway),
      },
    }),
    undefined,
  )

const shownOf = (snapshot: ProtectionSnapshot) => ({
  phase: protectionPhase(snapshot),
  busy: isProtectionBusy(snapshot),
  name: snapshot.context.name,
  away: snapshot.context.away,
  failure: snapshot.context.failure,
})

/** `onDone` is called when the server has made a change. */
export const useProtection = (revision: number, describe: Describe, onDone: (isAway: boolean) => void) => {
  const { pageActors, now } = useRuntime()
  const { services } = useApiLayer()
  const { confirm } = useActor("stepUp")
  const latest = useRef(describe)
  useEffect(() => {
    latest.current = describe
  }, [describe])
  const actor = useMemo(
    () => createProtection(pageActors, services, confirm, (name, value) => latest.current(name, value)),
    [pageActors, services, confirm],
  )
  const shown = usePageActor(actor, shownOf)
  useEmitted(actor, ({ isAway }) => onDone(isAway))
  const cancel = () => actor.send({ type: "protection.cancel", at: now() })
  useOverlay(shown.phase === "editing" || shown.phase === "asking", cancel)
  return {
    ...shown,
    cancel,
    edit: (name: LimitName) => actor.send({ type: "protection.edit", name, at: now() }),
    submit: (value: string | null) => actor.send({ type: "protection.submit", value, revision, at: now() }),
    confirm: (name: LimitName, value: string | null) =>
      actor.send({ type: "protection.confirm", name, value, revision, at: now() }),
    askAway: (away: Away) => actor.send({ type: "protection.askAway", away, at: now() }),
    yes: () => actor.send({ type: "protection.yes", at: now() }),
  }
}
export type ProtectionControls = ReturnType<typeof useProtection>
