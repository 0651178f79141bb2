import { Effect } from "effect"
import { vi } from "vitest"
import { operationMachine } from "../../machines/operation.ts"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../../src/contract/errors.ts"
import type { OperationConfirmed } from "../../src/events/operation.ts"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createOutbox } from "../../src/runtime/actors/outbox.ts"
import { createResolvedOperations } from "../../src/runtime/actors/resolved-operations.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import { NotJournaled, provideServices } from "../../src/runtime/api/services.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { adopted, begun, cases, refusal } from "../model/events/operation.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { acceptedContract } from "../support/contracts.ts"
import { answerReader, encodeAnswer } from "../support/encoded-answer.ts"
import { at } from "../support/money-events.ts"

const known = (state: "done" | "refused" | "unknown") => ({
  state,
  id: state === "done" ? "x1" : null,
  refusal: state === "refused" ? refusal : null,
})

/** The server's answer to a request, or to the question what became of it; else the error. */
const answerOf = (word: string, name: EndpointId): unknown => {
  const isQuestion = name === "operationVoid"
  if (word === "accepted")
    return isQuestion ? known("done") : encodeAnswer("orderClose", { ...acceptedContract, id: "x1" })
  if (word === "refused" && isQuestion) return known("refused")
  return word === "voided" && isQuestion ? known("unknown") : undefined
}

const errorOf = (word: string): ApiError => {
  if (word === "refused") return new Refused(refusal)
  if (word === "voided") return new Refused({ reason: "operation.voided", message: "" })
  return word === "tokenRejected"
    ? new TokenInvalid({ message: "" })
    : new NoAnswer({ kind: "timeout", status: null })
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  /** Ends the effect that waits, with this fact. */
  let report: (word: string) => void = () => {}
  const reported = () =>
    new Promise<string>((resolve) => {
      report = resolve
    })
  const outbox = createOutbox({
    services: provideServices({
      call: (name) =>
        Effect.flatMap(Effect.promise(reported), (word) => {
          const answer = answerReader(name)(answerOf(word, name))
          return answer === undefined ? Effect.fail(errorOf(word)) : Effect.succeed(answer)
        }),
      storage: createStorage(() => {
        throw new Error("nothing is stored")
      }, Date.now),
      secrets: createSecrets(() => "handle"),
      marketTrust: { learnReceipt: () => {} },
      offlineCache: { recall: () => Effect.succeed(undefined), keep: () => Effect.void },
      flush: Effect.flatMap(Effect.promise(reported), (word) =>
        word === "recorded"
          ? Effect.void
          : Effect.fail(new NotJournaled({ message: "", problem: "unavailable" })),
      ),
    }),
    caller: { baseUrl: "", token: () => null, userId: () => null, locale: () => "en" },
    quotes: createQuoteStore(),
    resolvedOperations: createResolvedOperations(),
    registerActor: (id, machine, input) => createHostedActor(id, machine, input),
    registerFamily: (_prefix, machine, input) => (id) =>
      createHostedActor(id, machine, input, { ...noopInspector, onActor }),
    streams: { open: ({ actor }) => actor.start(null, null), retire: async () => {} },
    now: () => at,
  })
  /** A ticket that confirms, or that was restored and waits for an outcome. */
  let confirm = (_confirmed: OperationConfirmed) => {}
  let restore = () => {}
  outbox.serve("close", "order-close", {
    getSnapshot: () => ({
      context: { key: adopted.key, visit: adopted.visit, usedKeys: [], outcome: null },
      hasTag: () => true,
    }),
    subscribe: (listener) => {
      restore = listener
    },
    onEmit: (listener) => {
      confirm = listener
    },
    isFollowing: () => false,
    send: () => {},
  })
  return {
    trigger: async (event) => {
      if (event.type === begun.type) return confirm({ ...begun, type: "operation.confirmed" })
      if (event.type === adopted.type) return restore()
      if (event.type === "operation.pauseEnded") return void (await vi.advanceTimersByTimeAsync(8_000))
      report(event.type.replace("operation.", ""))
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(operationMachine, cases, open)
