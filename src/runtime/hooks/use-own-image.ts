/** An image that the member uploaded, as an object URL of this page. */
import { Context, Effect } from "effect"
import { useEffect, useMemo, useState } from "react"
import { createActor } from "xstate"
import { type QueryJob, type QuerySnapshot, queryMachine, queryPhase } from "../../../machines/query.ts"
import { requestMachine } from "../../../machines/request.ts"
import type { Failure } from "../../domain/failure.ts"
import type { QueryEvent } from "../../events/query.ts"
import type { RequestEvent } from "../../events/request.ts"
import type { ApiLayer } from "../api-layer.ts"
import { exchange } from "../effects/api-client.ts"
import { effectActor } from "../effects/effect-actor.ts"
import type { Runtime } from "../runtime.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

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

/** The address of a blob while the component is on the screen. */
const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

const selectImage = (snapshot: QuerySnapshot) => ({
  phase: queryPhase(snapshot),
  failure: snapshot.context.failure,
  busy: snapshot.hasTag("busy"),
})

/**
 * Loads the image while it is on the screen. An `<img>` of its path would lack the token. Another id
 * needs another component: give it a key.
 */
export const useOwnImage = (id: string) => {
  const apiLayer = useApiLayer()
  const { pageActors, now } = useRuntime()
  const image = useMemo(
    () => createOwnImage({ pageActors, now }, readImage(apiLayer, id), id),
    [pageActors, now, apiLayer, id],
  )
  const { actor } = image
  const { phase, failure, busy } = usePageActor(actor, selectImage)
  useEffect(() => {
    actor.send({ type: "query.show", language: "", at: now() })
    return () => actor.send({ type: "query.leave", at: now() })
  }, [actor, now])
  const data = useObjectUrl(phase === "ready" ? image.blob() : undefined)
  const isFailed = phase === "failed" || phase === "offline"
  return {
    data,
    failure: isFailed ? (failure ?? undefined) : undefined,
    busy,
    atMs: undefined,
    onRetry: () => actor.send({ type: "query.refresh", at: now() }),
  }
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
        if (!output || output.outcome === "abort") return
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
