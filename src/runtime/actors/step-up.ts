/** Confirmations by a proof: any program, or page, asks for one before it sends its command. */
import { Context, Effect, Schema } from "effect"
import { type ChallengeJob, type ProofJob, stepUpMachine } from "../../../machines/step-up.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Confirmable, Proof, ProofKind } from "../../domain/confirmation.ts"
import type { StepUpEvent } from "../../events/step-up.ts"
import { Api, eventOf, Secrets } from "../api/services.ts"
import type { ActorHandle, ActorHost } from "./actor-host.ts"
import { effectActor } from "./effect-actor.ts"
import { uuid7 } from "./uuid7.ts"

/** What is confirmed, and the destination in words where its fields do not say it. */
export interface StepUpSubject {
  readonly subject: Confirmable
  readonly to?: string
}

/** The member has cancelled: nothing is sent, and nothing is wrong. */
export class Unconfirmed extends Schema.TaggedError<Unconfirmed>()("Unconfirmed", {}) {}

export class StepUp extends Context.Service<
  StepUp,
  {
    /** The id of the challenge that was proved for exactly this, for the command. */
    readonly confirm: (subject: Confirmable) => Effect.Effect<string, Unconfirmed>
  }
>()("financial-links/StepUp") {}

const challenge = Effect.fnUntraced(function* ({ subject }: StepUpSubject) {
  return yield* (yield* Api).call("confirmationCreate", { subject }, { key: "stepUp", loading: true })
})

const proofOf = (kind: ProofKind | null, secret: string): Proof => {
  if (kind === "code") return { kind, factorCode: secret }
  if (kind === "passkey") return { kind, assertion: secret }
  return { kind: "password", password: secret }
}

const isOver = (error: ApiError): boolean =>
  error._tag === "Refused" && error.reason === "confirmation.expired"

/** Proves a challenge. One that is over is replaced, and a passkey signs the new one. */
const prove = Effect.fnUntraced(function* ({ id, kind, secret }: ProofJob, asked: StepUpSubject) {
  const { call } = yield* Api
  const proof = proofOf(kind, (yield* (yield* Secrets).take(secret)) ?? "")
  const send = (named: string) => Effect.as(call("confirmationProve", { id: named, proof }), named)
  const isReplaced = (error: ApiError) => kind !== "passkey" && isOver(error)
  return yield* Effect.catchIf(send(id), isReplaced, () =>
    Effect.flatMap(challenge(asked), (renewed) => send(renewed.id)),
  )
})

export interface StepUps {
  readonly actor: ActorHandle<typeof stepUpMachine>
  /** What a handle of the machine stands for. */
  readonly subjectOf: (handle: string) => StepUpSubject | undefined
  /** Resolves with the id of the proved challenge; null if the member cancels. */
  readonly confirm: (asked: StepUpSubject) => Promise<string | null>
}

export const createStepUps = ({
  services,
  registerActor,
  now,
  createKey = uuid7,
}: Pick<ActorHost, "services" | "registerActor" | "now"> & {
  readonly createKey?: () => string
}): StepUps => {
  const subjects = new Map<string, StepUpSubject>()
  const waiting = new Map<string, (confirmation: string | null) => void>()
  const known = (handle: string): StepUpSubject => {
    const asked = subjects.get(handle)
    if (asked === undefined) throw new Error("what is to be confirmed is not known")
    return asked
  }
  const machine = stepUpMachine.provide({
    actors: {
      challenge: effectActor(services, ({ subject }: ChallengeJob) =>
        eventOf(
          challenge(known(subject)),
          ({ id, proofs }, at): StepUpEvent => ({ type: "stepUp.challenged", id, proofs, at }),
          (failure, at): StepUpEvent => ({ type: "stepUp.unchallenged", failure, at }),
        ),
      ),
      prove: effectActor(services, (job: ProofJob) =>
        eventOf(
          prove(job, known(job.subject)),
          (id, at): StepUpEvent => ({ type: "stepUp.proved", id, at }),
          (failure, at): StepUpEvent => ({ type: "stepUp.refused", failure, at }),
        ),
      ),
    },
  })
  const actor = registerActor("step-up", machine, undefined)
  actor.onEmit(({ subject, confirmation }) => {
    subjects.delete(subject)
    waiting.get(subject)?.(confirmation)
    waiting.delete(subject)
  })
  return {
    actor,
    subjectOf: (handle) => subjects.get(handle),
    confirm: (asked) =>
      new Promise((resolve) => {
        const handle = createKey()
        subjects.set(handle, asked)
        waiting.set(handle, resolve)
        actor.send({ type: "stepUp.ask", subject: handle, at: now() })
      }),
  }
}

/** Provides programs of member actors with confirmations. */
export const withStepUp = ({ confirm }: StepUps): StepUp["Service"] => ({
  confirm: (subject) =>
    Effect.flatMap(
      Effect.promise(() => confirm({ subject })),
      (id) => (id === null ? Effect.fail(new Unconfirmed()) : Effect.succeed(id)),
    ),
})
