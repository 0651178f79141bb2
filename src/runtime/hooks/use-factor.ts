/** A change of the second factor, for its page. Key, codes and what is typed stay out of its events. */
import { Clock, Effect } from "effect"
import { type FormEvent, useMemo, useState } from "react"
import {
  type FactorInput,
  type FactorJob,
  type FactorSnapshot,
  factorMachine,
  isFactorBusy,
} from "../../../machines/factor.ts"
import { NoAnswer } from "../../contract/errors.ts"
import type { Confirmable } from "../../domain/confirmation.ts"
import {
  type FactorChange,
  type FactorSecrets,
  isCodeOf,
  makeCodes,
  makeFactor,
  writeFactor,
} from "../../domain/factor.ts"
import { CANCELLED, type Problem } from "../../domain/problem.ts"
import type { FactorEvent } from "../../events/factor.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { PageActors } from "../actors/page-actors.ts"
import type { StepUps } from "../actors/step-up.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { Api, eventOf } from "../api/services.ts"
import { usePageActor } from "./page-context.tsx"
import { useActor, useApiLayer, useEmitted, useRuntime } from "./runtime-context.tsx"
import { useProblemText } from "./use-problem.ts"

/** What the page shows once, what is typed back, and the browser's answer. */
interface Held extends FactorSecrets {
  code: string
  registration: string
}

const loading = { loading: true }

const cancelled = Effect.map(Clock.currentTimeMillis, (at): FactorEvent => ({ type: "factor.cancelled", at }))

const subjectOf = ({ change, passkeyId }: FactorJob): Confirmable => {
  if (change === "app-off") return { purpose: "factor-off" }
  return change === "passkey-off" ? { purpose: "factor-off", passkeyId } : { purpose: "factor", change }
}

const confirm = ({ confirm: ask }: Pick<StepUps, "confirm">) =>
  Effect.fnUntraced(function* (job: FactorJob) {
    const confirmation = yield* Effect.promise(() => ask({ subject: subjectOf(job) }))
    if (confirmation === null) return yield* cancelled
    const at = yield* Clock.currentTimeMillis
    return { type: "factor.confirmed", confirmation, at } satisfies FactorEvent
  })

const passkeyCeremony = Effect.tryPromise({
  try: () => import("../api/passkey-ceremony.ts"),
  catch: () => new NoAnswer({ kind: "network", status: null }),
})

const sign = (held: Held) =>
  Effect.fnUntraced(function* (_job: FactorJob) {
    const made = Effect.gen(function* () {
      const { createPasskey } = yield* passkeyCeremony
      held.registration = yield* createPasskey(yield* (yield* Api).call("passkeyBegin", {}, loading))
    })
    return yield* eventOf(
      made,
      (_, at): FactorEvent => ({ type: "factor.signed", at }),
      (failure, at): FactorEvent =>
        failure.reason === CANCELLED
          ? { type: "factor.cancelled", at }
          : { type: "factor.refused", failure, at },
    )
  })

const send = (held: Held) =>
  Effect.fnUntraced(function* ({ change, passkeyId, confirmation }: FactorJob) {
    const { call } = yield* Api
    const { code, registration } = held
    const recoveryCodes = held.codes.join(" ")
    const sent = {
      app: () =>
        call("factorAdd", { factorSecret: writeFactor(held), factorCode: code, confirmation }, loading),
      passkey: () => call("passkeyAdd", { registration, recoveryCodes, confirmation }, loading),
      codes: () => call("codesReplace", { recoveryCodes, confirmation }, loading),
      "app-off": () => call("factorRemove", { confirmation }, loading),
      "passkey-off": () => call("passkeyRemove", { id: passkeyId, confirmation }, loading),
    }
    return yield* eventOf(
      sent[change](),
      (_, at): FactorEvent => ({ type: "factor.changed", at }),
      (failure, at): FactorEvent => ({ type: "factor.refused", failure, at }),
    )
  })

export const createFactor = (
  pageActors: PageActors,
  services: ApiLayer["services"],
  stepUp: Pick<StepUps, "confirm">,
  input: FactorInput,
  secrets: FactorSecrets,
) => {
  const held: Held = { ...secrets, code: "", registration: "" }
  const machine = factorMachine.provide({
    actors: {
      confirm: effectActor(services, confirm(stepUp)),
      sign: effectActor(services, sign(held)),
      send: effectActor(services, send(held)),
    },
  })
  return { actor: pageActors.create(`factor:${input.change}`, machine, input), held }
}

const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

const secretsOf = (change: FactorChange, isFirst: boolean): FactorSecrets => {
  if (change === "app") return makeFactor(random)
  return { key: "", codes: isFirst || change === "codes" ? makeCodes(random) : [] }
}

const shownOf = (snapshot: FactorSnapshot) => ({
  busy: isFactorBusy(snapshot),
  failure: snapshot.context.failure,
})

type TypedField = "code" | "recovery"

export interface FactorOptions extends FactorInput {
  /** Whether it brings the recovery codes of the account. */
  readonly isFirst: boolean
  readonly onDone: () => void
}

export const useFactor = ({ change, passkeyId, isFirst, onDone }: FactorOptions) => {
  const { pageActors, now } = useRuntime()
  const { services } = useApiLayer()
  const stepUp = useActor("stepUp")
  const textOf = useProblemText()
  const { actor, held } = useMemo(() => {
    const input = { change, passkeyId }
    return createFactor(pageActors, services, stepUp, input, secretsOf(change, isFirst))
  }, [pageActors, services, stepUp, change, passkeyId, isFirst])
  const { busy, failure } = usePageActor(actor, shownOf)
  const [typed, setTyped] = useState({ code: "", recovery: "" })
  /** How often it was submitted, and whether nothing was typed since. */
  const [tried, setTried] = useState({ count: 0, isShown: false })
  useEmitted(actor, onDone)
  const problems: Readonly<Record<TypedField, Problem | null>> = {
    code: held.key !== "" && typed.code === "" ? { reason: "field.required" } : null,
    recovery:
      held.codes.length === 0 || isCodeOf(typed.recovery, held.codes)
        ? null
        : { reason: typed.recovery === "" ? "field.required" : "field.mismatch" },
  }
  const missing = problems.code ? "code" : problems.recovery ? "recovery" : null
  const refused = busy ? null : failure
  const ofCode = refused?.field === "factor_code" ? refused : null
  const shown = (problem: Problem | null, name: TypedField) =>
    tried.isShown ? textOf(problem, name) : undefined
  return {
    key: held.key,
    codes: held.codes,
    form: {
      busy,
      error: refused === ofCode ? undefined : textOf(refused),
      focus: { field: missing ?? "code", count: tried.count * 2 + (ofCode === null ? 0 : 1) },
      field: (name: TypedField) => ({
        name,
        value: typed[name],
        error: shown(problems[name] ?? (name === "code" ? ofCode : null), name),
        onChange: (value: string) => {
          setTyped({ ...typed, [name]: value })
          setTried({ ...tried, isShown: false })
        },
        onBlur: () => {},
      }),
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        setTried({ count: tried.count + 1, isShown: true })
        if (missing !== null || busy) return
        held.code = typed.code
        actor.send({ type: "factor.submit", at: now() })
      },
    },
  }
}
