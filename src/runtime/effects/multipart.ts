/** Sends a form as multipart. It uses `XMLHttpRequest`: `fetch` reports no upload progress. */
import { Effect } from "effect"
import { FRAMEWORK_TIMEOUT_MS } from "../../domain/limits.ts"
import { NoResponse } from "./http-exchange.ts"

export interface MultipartRequest {
  readonly url: string
  readonly form: FormData
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface TextResponse {
  readonly status: number
  readonly text: string
}

/** Bytes of the whole body, form fields included. */
export interface BytesSent {
  readonly sent: number
  readonly total: number
}

/**
 * Every status is a response; fails as `exchange` does. Interrupting the effect aborts the request.
 */
export const sendMultipart = (
  { url, form, headers, timeoutMs = FRAMEWORK_TIMEOUT_MS }: MultipartRequest,
  onProgress: (bytes: BytesSent) => void,
): Effect.Effect<TextResponse, NoResponse> =>
  Effect.callback((resume) => {
    const request = new XMLHttpRequest()
    request.open("POST", url)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress({ sent: loaded, total })
    }
    request.onload = () => resume(Effect.succeed({ status: request.status, text: request.responseText }))
    request.onerror = () => resume(Effect.fail(new NoResponse({ kind: "network" })))
    request.ontimeout = () => resume(Effect.fail(new NoResponse({ kind: "timeout" })))
    request.send(form)
    return Effect.sync(() => request.abort())
  })
