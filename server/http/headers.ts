import { readFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"
import { Option, Schema } from "effect"

const Hashes = Schema.fromJsonString(
  Schema.Struct({ scripts: Schema.Array(Schema.String), styles: Schema.Array(Schema.String) }),
)

/**
 * The only Trusted Types policy that pages may create, used for the URLs of the app's workers.
 * Text never becomes HTML.
 */
const trustedTypes = "financial-links-worker"

/** Content security policy of responses that are not pages: nothing in them may execute. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every response. Pages have a policy of their own. */
export const commonHeaders = (isBehindTls: boolean): Readonly<Record<string, string>> => ({
  "content-security-policy": dataPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ...(isBehindTls ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
})

export const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** An answer with common headers and no body, for a socket without a request. */
export const rawAnswer = (status: string, more: Readonly<Record<string, string>> = {}): string => {
  const headers = { ...commonHeaders(false), ...more }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, "connection: close", "content-length: 0", "", ""].join("\r\n")
}

/**
 * Content security policy of the pages. Inline scripts and styles of the build are allowed by hash.
 */
export const pagePolicy = (pagesFolder: string): string => {
  const { scripts, styles } = inlineHashes(pagesFolder)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join("; ")
}

const inlineHashes = (
  pagesFolder: string,
): { scripts: ReadonlyArray<string>; styles: ReadonlyArray<string> } => {
  const nothing = { scripts: [], styles: [] }
  try {
    const text = readFileSync(join(pagesFolder, ".vite/inline.json"), "utf8")
    return Option.getOrElse(Schema.decodeUnknownOption(Hashes)(text), () => nothing)
  } catch {
    return nothing
  }
}
