/** An image that the member uploaded, as an object URL of this page. */
import { Effect } from "effect"
import { useCallback, useEffect, useState } from "react"
import type { Failure } from "../../domain/failure.ts"
import { readImage } from "../image-request.ts"
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
