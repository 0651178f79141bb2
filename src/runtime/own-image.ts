/** An image that the member uploaded: the request for it, and the query of a page. */
import { Context, Effect } from "effect"
import { createActor } from "xstate"
import { type QueryJob, queryMachine } from "../../machines/query.ts"
import { requestMachine } from "../../machines/request.ts"
import type { Failure } from "../domain/failure.ts"
import type { QueryEvent } from "../events/query.ts"
import type { RequestEvent } from "../events/request.ts"
import type { ApiLayer } from "./api-layer.ts"
import { exchange } from "./effects/api-client.ts"
import { effectActor } from "./effects/effect-actor.ts"
import type { Runtime } from "./runtime.ts"

export type ImageOutcome = { readonly image: Blob } | { readonly failure: Failure }

/** The event for the machine: an image, a refusal, or no answer. */
const factOf = (status: number, image: Blob): RequestEvent => {
  if (status === 200 && image.type.startsWith("image/")) return { type: "request.succeeded" }
  if (status === 401) return { type: "request.tokenRejected" }
  if (status === 404) return { type: "request.refused", failure: { reason: "upload.unknown" } }
  return { type: "request.unanswered", kind: status >= 500 ? "server" : "malformed" }
}

/**
 * Reads the image with this id on a `request` actor, as every call of the API. The server answers its
 * owner only. Interrupting aborts the request and gives no outcome.
 */
export const readImage = (
  { caller, inspectRequest }: Pick<ApiLayer, "caller" | "inspectRequest">,
  id: string,
): Effect.Effect<ImageOutcome> =>
  Effect.callback<ImageOutcome>((resume) => {
    let image: Blob | undefined
    const attempt = () => {
      const token = caller.token()
      const init: RequestInit = {
        headers: token === null ? {} : { token },
        credentials: "omit",
        redirect: "error",
        cache: "no-store",
      }
      return exchange(
        (signal) => fetch(`${caller.baseUrl}/files/${id}`, { ...init, signal }),
        (response) => response.blob(),
      ).pipe(
        Effect.match({
          onSuccess: ({ status, body }): RequestEvent => {
            image = body
            return factOf(status, body)
          },
          onFailure: ({ kind }): RequestEvent => ({ type: "request.unanswered", kind }),
        }),
      )
    }
    const machine = requestMachine.provide({ actors: { attempt: effectActor(Context.empty(), attempt) } })
    const input = { endpoint: "image", method: "GET", key: null, loading: false }
    const actor = createActor(machine, { id: "request:image", input })
    inspectRequest({ actor, machine, input })
    actor.subscribe({
      complete: () => {
        const { output } = actor.getSnapshot()
        if (!output) return
        const { outcome, failure } = output
        resume(
          Effect.succeed(
            outcome === "success" && image !== undefined
              ? { image }
              : { failure: failure ?? { reason: "no-answer.malformed" } },
          ),
        )
      },
    })
    actor.start()
    return Effect.sync(() => {
      if (actor.getSnapshot().status === "active") actor.send({ type: "request.abort" })
    })
  })

/** The image of a page: a query without a cache, whose answer is kept beside the machine. */
export const createOwnImage = (
  { pageActors, now }: Pick<Runtime, "pageActors" | "now">,
  read: Effect.Effect<ImageOutcome>,
  id: string,
) => {
  let blob: Blob | undefined
  const ask = (_job: QueryJob, send: (fact: QueryEvent) => void) =>
    Effect.map(read, (outcome): undefined => {
      const at = now()
      if ("image" in outcome) {
        blob = outcome.image
        send({ type: "query.answered", language: "", at })
      } else send({ type: "query.failed", failure: outcome.failure, at })
    })
  const machine = queryMachine.provide({ actors: { ask: effectActor(Context.empty(), ask) } })
  const actor = pageActors.create(`image:${id}`, machine, undefined)
  return { actor, blob: () => blob }
}
