/** One HTTP request over `fetch`. Every status is a response; only the lack of one fails. */
import { Data, Effect } from "effect"
import { FRAMEWORK_TIMEOUT_MS } from "../../domain/limits.ts"

/** No response: the connection failed, or the time ran out. */
export class NoResponse extends Data.TaggedError("NoResponse")<{ readonly kind: "network" | "timeout" }> {}

export interface HttpResponse<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * Sends a request and reads the body of its response with `readBody`. Fails with `network` if the connection or the
 * reading breaks, with `timeout` after `timeoutMs`. Interrupting the effect aborts the connection.
 */
export const exchange = <Body>(
  url: string,
  init: RequestInit,
  readBody: (response: Response) => Promise<Body>,
  timeoutMs = FRAMEWORK_TIMEOUT_MS,
): Effect.Effect<HttpResponse<Body>, NoResponse> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { ...init, signal })
      const { status, headers } = response
      return { status, headers: Object.fromEntries(headers), body: await readBody(response) }
    },
    catch: () => new NoResponse({ kind: "network" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail(new NoResponse({ kind: "timeout" })),
    }),
  )
