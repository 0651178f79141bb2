import { type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http"
import { UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { type FaultInjector, OWN_HEADER } from "./fault-injector.ts"

/** A complete response of the server, before it is sent on. */
export interface CapturedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const bodyMaxBytes = UPLOAD_MAX_BYTES + 64 * 1024
/** Hop-by-hop headers. */
const hopHeaders = ["connection", "keep-alive", "transfer-encoding", "content-length"] as const

/** Request headers that make a response compressed, partial or empty. */
const choiceHeaders = ["accept-encoding", "if-none-match", "if-modified-since", "range"] as const

const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const kept = { ...headers }
  for (const name of hopHeaders) delete kept[name]
  return kept
}

const readAll = async (source: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > bodyMaxBytes) throw new Error("more than the server would take")
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/**
 * Buffers a request and returns a function that delivers it to the server any number of times, even
 * when the client is gone. `isPlain` requests a complete, uncompressed response.
 */
export const takeRequest = async (
  request: IncomingMessage,
  origin: string,
  faults: FaultInjector,
  isPlain = false,
): Promise<() => Promise<CapturedResponse>> => {
  const body = await readAll(request)
  const kept = withoutHops(request.headers)
  if (isPlain) for (const name of choiceHeaders) delete kept[name]
  const headers = { ...kept, [OWN_HEADER]: faults.secret, "content-length": body.length }
  return () =>
    new Promise((resolve, reject) => {
      const options = { method: request.method ?? "GET", headers, agent: false as const }
      const sent = send(new URL(request.url ?? "/", origin), options, (response) => {
        readAll(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 502,
              headers: withoutHops(response.headers),
              body: content,
            }),
          reject,
        )
      })
      sent.once("error", reject)
      sent.end(body)
    })
}
