/** Reads one of the member's own images on a `request` actor, as every call of the API. */
import { Context, Effect } from "effect"
import { createActor } from "xstate"
import { requestMachine } from "../../machines/request.ts"
import type { Failure } from "../domain/failure.ts"
import type { RequestEvent } from "../events/request.ts"
import type { Caller } from "./effects/api-client.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { exchange } from "./effects/http-exchange.ts"

export type ImageOutcome = { readonly image: Blob } | { readonly failure: Failure }

/** The event for the machine: an image, a refusal, or no answer. */
const factOf = (status: number, image: Blob): RequestEvent => {
  if (status === 200 && image.type.startsWith("image/")) return { type: "request.succeeded" }
  if (status === 401) return { type: "request.tokenRejected" }
  if (status === 404) return { type: "request.refused", failure: { reason: "upload.unknown" } }
  return { type: "request.unanswered", kind: status >= 500 ? "server" : "malformed" }
}

/**
 * The image with this id. The server answers its owner only. Interrupting aborts the request and
 * gives no outcome.
 */
export const readImage = (caller: Caller, id: string): Effect.Effect<ImageOutcome> =>
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
      return exchange(`${caller.baseUrl}/files/${id}`, init, (response) => response.blob()).pipe(
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
    actor.on("request.settled", ({ outcome }) => {
      if (outcome === "abort") return
      const { failure } = actor.getSnapshot().context
      resume(
        Effect.succeed(
          outcome === "success" && image !== undefined
            ? { image }
            : { failure: failure ?? { reason: "no-answer.malformed" } },
        ),
      )
    })
    actor.start()
    return Effect.sync(() => {
      if (actor.getSnapshot().status === "active") actor.send({ type: "request.abort" })
    })
  })
