/** One attempt at any HTTP request, over plain `fetch`, by the rules of the generic request wrapper. Every status is an answer; only silence is a fault. */
import { Data, Effect } from "effect"
import { MISSING_URL, type Outgoing, outgoing, type RequestOptions } from "../domain/outgoing.ts"

/** What came back. */
export interface Answered {
  /** JSON where `dataType` is "json" and the text is JSON, else the text; bytes where `responseType` is "arraybuffer". */
  readonly data: unknown
  readonly statusCode: number
  readonly header: Readonly<Record<string, string>>
  /** Always empty: a page is not shown the cookies it is sent. */
  readonly cookies: readonly string[]
}

/** No answer came. `detail` is the wording of the wrapper: "", "abort", "timeout", "file error" or what was missing. */
export class ExchangeFault extends Data.TaggedError("ExchangeFault")<{
  readonly kind: "network" | "abort" | "timeout" | "file" | "arguments"
  readonly detail: string
}> {}

export const networkFault = (): ExchangeFault => new ExchangeFault({ kind: "network", detail: "" })
export const timeoutFault = (): ExchangeFault => new ExchangeFault({ kind: "timeout", detail: "timeout" })
export const missingUrl = (): ExchangeFault => new ExchangeFault({ kind: "arguments", detail: MISSING_URL })

/** What is asked of the browser besides: nothing is kept in its cache unless told, and a redirect may be taken for a fault. */
export interface Manner {
  readonly redirect?: "follow" | "error"
  readonly cache?: "default" | "no-store"
}

/** The data of an answer as `dataType` wants it: what is no JSON stays text. */
export const readData = (text: string, dataType: string): unknown => {
  if (dataType !== "json") return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const fetched = async (sent: Outgoing, manner: Manner, signal: AbortSignal): Promise<Answered> => {
  const { url, method, header, body, dataType, responseType, withCredentials } = sent
  const response = await fetch(url, {
    method,
    headers: header,
    body: method === "HEAD" ? null : body,
    signal,
    credentials: withCredentials ? "include" : "omit",
    redirect: manner.redirect ?? "follow",
    cache: manner.cache ?? "default",
  })
  const data =
    responseType === "arraybuffer" ? await response.arrayBuffer() : readData(await response.text(), dataType)
  return { data, statusCode: response.status, header: Object.fromEntries(response.headers), cookies: [] }
}

/**
 * Sends a request and reads the answer. Fails with `network` where the connection cannot be made or breaks, with `timeout` after `timeout` ms (60 000 unless
 * told), with `arguments` where no URL is given. Interrupting it aborts the connection.
 */
export const exchange = (
  options: RequestOptions,
  manner: Manner = {},
): Effect.Effect<Answered, ExchangeFault> =>
  Effect.suspend(() => {
    const sent = outgoing(options)
    if (sent.url === "") return Effect.fail(missingUrl())
    return Effect.tryPromise({ try: (signal) => fetched(sent, manner, signal), catch: networkFault }).pipe(
      Effect.timeoutOrElse({ duration: sent.timeoutMs, orElse: () => Effect.fail(timeoutFault()) }),
    )
  })
