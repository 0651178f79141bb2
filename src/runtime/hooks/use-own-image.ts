/** An image that the member uploaded, as an object URL of this page. */
import { Context, Effect } from "effect"
import { useEffect, useMemo, useState } from "react"
import { type QueryJob, type QuerySnapshot, queryMachine, queryPhase } from "../../../machines/query.ts"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../../contract/errors.ts"
import type { QueryEvent } from "../../events/query.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { Runtime } from "../actors/runtime.ts"
import { type Caller, exchange, silent } from "../api/api-client.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { failureOf } from "../api/services.ts"
import { usePageActor } from "./page-context.tsx"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"

/** One attempt. An `<img>` of the path would lack the token; the server answers the owner alone. */
const attempt = ({ baseUrl, token }: Caller, id: string): Effect.Effect<Blob, ApiError> => {
  const sessionToken = token()
  const init: RequestInit = {
    headers: sessionToken === null ? {} : { token: sessionToken },
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  }
  return exchange(
    (signal) => fetch(`${baseUrl}/files/${id}`, { ...init, signal }),
    (response) => response.blob(),
  ).pipe(
    Effect.mapError(({ kind }) => silent(kind)),
    Effect.flatMap(({ status, body }): Effect.Effect<Blob, ApiError> => {
      if (status === 200 && body.type.startsWith("image/")) return Effect.succeed(body)
      if (status === 401) return new TokenInvalid({ message: "" })
      if (status === 404) return new Refused({ reason: "upload.unknown", message: "" })
      return new NoAnswer({ kind: status >= 500 ? "server" : "malformed", status })
    }),
  )
}

/** Reads the image with this id. Interrupting aborts the request. */
export const readImage = ({ run }: Pick<ApiLayer, "run">, id: string): Effect.Effect<Blob, ApiError> =>
  run({ name: "image", method: "GET", envelope: "code", attempt: (caller) => attempt(caller, id) })

/** The image of a page: a query without a cache, whose answer is kept beside the machine. */
export const createOwnImage = (
  { pageActors, now }: Pick<Runtime, "pageActors" | "now">,
  read: Effect.Effect<Blob, ApiError>,
  id: string,
) => {
  let blob: Blob | undefined
  const ask = (_job: QueryJob, _send: (fact: QueryEvent) => void) =>
    Effect.match(read, {
      onSuccess: (image): QueryEvent => {
        blob = image
        return { type: "query.answered", language: "", at: now() }
      },
      onFailure: (error): QueryEvent => ({ type: "query.failed", failure: failureOf(error), at: now() }),
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
    const address = URL.createObjectURL(blob)
    setUrl(address)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(address)
    }
  }, [blob])
  return url
}

const selectImage = (snapshot: QuerySnapshot) => ({
  phase: queryPhase(snapshot),
  failure: snapshot.context.failure,
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
  const { phase, failure } = usePageActor(actor, selectImage)
  useEffect(() => {
    actor.send({ type: "query.show", language: "", at: now() })
    return () => actor.send({ type: "query.leave", at: now() })
  }, [actor, now])
  const data = useObjectUrl(phase === "ready" ? image.blob() : undefined)
  const isFailed = phase === "failed" || phase === "offline"
  return {
    data,
    failure: isFailed ? (failure ?? undefined) : undefined,
    onRetry: () => actor.send({ type: "query.refresh", at: now() }),
  }
}
