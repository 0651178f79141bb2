/** The clipboard of the device. */
import { Effect } from "effect"

/** Puts text on the clipboard. False where the browser does not allow it, or has none (a page that is not secure, an old browser). */
export const copyText = (text: string): Effect.Effect<boolean> =>
  Effect.tryPromise(() => navigator.clipboard.writeText(text)).pipe(
    Effect.map(() => true),
    Effect.catch(() => Effect.succeed(false)),
  )
