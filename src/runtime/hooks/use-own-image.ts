/** An image that the member uploaded, as an object URL of this page. */
import { Context, Effect } from "effect"
import { useCallback, useEffect, useState } from "react"
import { createActor } from "xstate"
import { requestMachine } from "../../../machines/request.ts"
import type { Failure } from "../../domain/failure.ts"
import type { RequestEvent } from "../../events/request.ts"
import { type Caller, exchange } from "../effects/api-client.ts"
import { effectActor } from "../effects/effect-actor.ts"
import { useApiLayer } from "./runtime-context.tsx"

interface ImageState {
  readonly data: string | undefined
  readonly failure: Failure | undefined
}

const nothing: ImageState = { data: undefined, failure: undefined }

/**
 * Loads the image while it is on the screen. An `<img>` of its path would lack the token. Another id
 * needs another component: give it a key.
 */
export const useOwnImage = (id: string) => {
  const { caller } = useApiLayer()
  const [{ data, failure }, setState] = useState(nothing)
  const [wanted, setWanted] = useState({ id })
  useEffect(() => {
    setState(nothing)
    let url: string | undefined
    const loading = Effect.map(readImage(caller, wanted.id), (outcome) => {
      if ("failure" in outcome) return setState({ data: undefined, failure: outcome.failure })
      url = URL.createObjectURL(outcome.image)
      setState({ data: url, failure: undefined })
    })
    const fiber = Effect.runFork(loading)
    return () => {
      fiber.interruptUnsafe()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [caller, wanted])
  const onRetry = useCallback(() => setWanted({ id }), [id])
  const busy = data === undefined && failure === undefined
  return { data, failure, busy, atMs: undefined, onRetry }
}

// Reads one of the member's own images on a `request` actor, as every call of the API.

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
const readImage = (caller: Caller, id: string): Effect.Effect<ImageOutcome> =>
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
