/** A member's own limits, pause and exclusion. */
import { Effect } from "effect"
import { useMemo } from "react"
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
import type { ApiLayer } from "../api/api-layer.ts"
import { Api, eventOf } from "../api/services.ts"
import { useOverlay, usePageActor } from "./page-context.tsx"
import { useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"

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

const confirmLimit = Effect.fnUntraced(function* (job: ProtectionJob) {
  const { call } = yield* Api
  return yield* sent(call("limitConfirm", { revision: job.revision, name: nameOf(job) }, loading))
})

const stayAway = Effect.fnUntraced(function* ({ away }: ProtectionJob) {
  const { call } = yield* Api
  const length = away?.length ?? 0
  return yield* away?.kind === "exclude"
    ? sent(call("exclude", { months: length }, loading))
    : sent(call("pause", { days: length }, loading))
})

export const createProtection = (pageActors: PageActors, services: ApiLayer["services"]) =>
  pageActors.create(
    "protection",
    protectionMachine.provide({
      actors: {
        changeLimit: effectActor(services, changeLimit),
        confirmLimit: effectActor(services, confirmLimit),
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
export const useProtection = (revision: number, onDone: (isAway: boolean) => void) => {
  const { pageActors, now } = useRuntime()
  const { services } = useApiLayer()
  const actor = useMemo(() => createProtection(pageActors, services), [pageActors, services])
  const shown = usePageActor(actor, shownOf)
  useEmitted(actor, ({ isAway }) => onDone(isAway))
  const cancel = () => actor.send({ type: "protection.cancel", at: now() })
  useOverlay(shown.phase === "editing" || shown.phase === "asking", cancel)
  return {
    ...shown,
    cancel,
    edit: (name: LimitName) => actor.send({ type: "protection.edit", name, at: now() }),
    submit: (value: string | null) => actor.send({ type: "protection.submit", value, revision, at: now() }),
    confirm: (name: LimitName) => actor.send({ type: "protection.confirm", name, revision, at: now() }),
    askAway: (away: Away) => actor.send({ type: "protection.askAway", away, at: now() }),
    yes: () => actor.send({ type: "protection.yes", at: now() }),
  }
}
export type ProtectionControls = ReturnType<typeof useProtection>
