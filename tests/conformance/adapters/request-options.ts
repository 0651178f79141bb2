/** The options of the framework's `request`, and the HTTP request that they stand for. */
import { FRAMEWORK_TIMEOUT_MS } from "../../../src/domain/limits.ts"
import { type ArgumentRules, oneOf } from "./argument-rules.ts"

/** The first one is the default. */
const HTTP_METHODS = ["GET", "OPTIONS", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH"] as const
const RESPONSE_TYPES = ["text", "arraybuffer"] as const

/** The options as a case gives them: all but the URL may be missing or invalid. */
export interface RequestOptions {
  readonly url?: string | null | undefined
  readonly method?: string | undefined
  readonly data?: unknown
  readonly header?: Readonly<Record<string, string>> | undefined
  /** "json", the default, parses a body that is JSON. */
  readonly dataType?: string | undefined
  readonly responseType?: string | undefined
  readonly withCredentials?: boolean | undefined
  /** Milliseconds. */
  readonly timeout?: number | undefined
  /** A later request with the same key aborts this one. */
  readonly key?: string | undefined
}

export interface HttpRequest {
  readonly url: string
  readonly method: (typeof HTTP_METHODS)[number]
  readonly header: Readonly<Record<string, string>>
  /** Null for a GET. */
  readonly body: string | ArrayBuffer | null
  readonly dataType: string
  readonly responseType: (typeof RESPONSE_TYPES)[number]
  readonly withCredentials: boolean
  readonly timeoutMs: number
}

export const REQUEST_RULES: ArgumentRules = {
  method: { type: "String" },
  data: { type: ["Object", "String", "Array", "ArrayBuffer"] },
  header: { type: "Object" },
  dataType: { type: "String" },
  responseType: { type: "String" },
  withCredentials: { type: "Boolean" },
  timeout: { type: "Number" },
}

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(data) === "[object Object]"

const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  return isRecord(value) ? JSON.stringify(value) : String(value)
}

const encode = encodeURIComponent

/** Percent-encoded pairs. The entries of a list go under their indices. */
const formText = (data: object): string =>
  Object.entries(data)
    .map(([name, value]) => `${encode(name)}=${encode(valueText(value))}`)
    .join("&")

/** Adds data to the query of a URL. A pair replaces an earlier one of the same name. */
export const withQuery = (url: string, data: Readonly<Record<string, unknown>>): string => {
  const [address = "", ...hash] = url.split("#")
  const [path = "", query = ""] = address.split("?")
  const pairs = new Map<string, string>()
  for (const pair of query.split("&").filter(Boolean)) {
    const at = pair.indexOf("=")
    pairs.set(at < 0 ? pair : pair.slice(0, at), at < 0 ? "" : pair.slice(at + 1))
  }
  for (const [name, value] of Object.entries(data)) pairs.set(encode(name), encode(valueText(value)))
  const written = [...pairs].map(([name, value]) => `${name}=${value}`).join("&")
  return [path + (written === "" ? "" : `?${written}`), ...hash].join("#")
}

const contentTypeOf = (header: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(header).find(([name]) => name.toLowerCase() === "content-type")?.[1]

/** Data that JSON cannot hold (a cycle, a bigint) is sent as `String(data)`. */
const jsonText = (data: unknown): string => {
  try {
    return JSON.stringify(data)
  } catch {
    return String(data)
  }
}

const bodyOf = (data: unknown, contentType: string): string | ArrayBuffer => {
  if (!data) return ""
  if (typeof data === "string" || data instanceof ArrayBuffer) return data
  if (contentType.startsWith("application/json")) return jsonText(data)
  if (contentType.startsWith("application/x-www-form-urlencoded") && typeof data === "object")
    return formText(data)
  return String(data)
}

/** Fills in the defaults: GET, JSON, text, 60 000 ms, no credentials. */
export const httpRequestOf = (options: RequestOptions): HttpRequest => {
  const method = oneOf(String(options.method ?? "").toUpperCase(), HTTP_METHODS)
  const { data } = options
  const url = options.url ?? ""
  const isGet = method === "GET"
  const ownHeader = options.header ?? {}
  const header =
    isGet || contentTypeOf(ownHeader) !== undefined
      ? ownHeader
      : { ...ownHeader, "Content-Type": "application/json" }
  return {
    url: isGet && isRecord(data) && Object.keys(data).length > 0 ? withQuery(url, data) : url,
    method,
    header,
    body: isGet ? null : bodyOf(data, contentTypeOf(header) ?? ""),
    dataType: (options.dataType || "json").toLowerCase(),
    responseType: oneOf(String(options.responseType ?? "").toLowerCase(), RESPONSE_TYPES),
    withCredentials: options.withCredentials ?? false,
    timeoutMs: options.timeout ?? FRAMEWORK_TIMEOUT_MS,
  }
}
