/** An image that the member uploaded, as an object URL of this page. */
import { useEffect, useMemo, useState } from "react"
import { type QuerySnapshot, queryPhase } from "../../../machines/query.ts"
import { createOwnImage, readImage } from "../own-image.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

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
