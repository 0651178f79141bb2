/** Opens the share dialog of the device. */
import { Effect } from "effect"
import { useMemo } from "react"

export interface Shared {
  readonly text: string
  readonly url: string
}

export type ShareOutcome = "shared" | "dismissed" | "failed"

const share = (shared: Shared): Effect.Effect<ShareOutcome> =>
  Effect.tryPromise({ try: () => navigator.share(shared), catch: (thrown) => thrown }).pipe(
    Effect.as("shared" as const),
    Effect.catch((thrown) =>
      Effect.succeed(
        thrown instanceof DOMException && thrown.name === "AbortError"
          ? ("dismissed" as const)
          : ("failed" as const),
      ),
    ),
  )

/** Null where the device has no share dialog. Call it on a click: browsers require a user's act. */
export const useShare = (): ((shared: Shared) => Promise<ShareOutcome>) | null =>
  useMemo(() => ("share" in navigator ? (shared: Shared) => Effect.runPromise(share(shared)) : null), [])
