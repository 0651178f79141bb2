/** Signature version 4 of Amazon Web Services, by which S3-compatible stores know who asks. */
import { createHash, createHmac } from "node:crypto"

export interface SigningKey {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

export interface UnsignedRequest {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly url: URL
  /** Names in lower case. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly atMs: number
}

const SERVICE = "s3"
const ALGORITHM = "AWS4-HMAC-SHA256"

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex")
const hmac = (key: string | Uint8Array, text: string): Uint8Array =>
  createHmac("sha256", key).update(text).digest()

/** Encodes all but unreserved characters (RFC 3986), as the signature wants it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const canonicalPath = ({ pathname }: URL): string =>
  pathname
    .split("/")
    .map((part) => encoded(decodeURIComponent(part)))
    .join("/")

/** The headers to send a request with, without `host`, which the HTTP client sets. */
export const signedHeaders = (
  { method, url, headers, body, atMs }: UnsignedRequest,
  { keyId, secret, region }: SigningKey,
): Readonly<Record<string, string>> => {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, "")
  const day = stamp.slice(0, 8)
  const own = { ...headers, "x-amz-content-sha256": sha256(body), "x-amz-date": stamp }
  const lines = Object.entries({ ...own, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = lines.map(([name]) => name).join(";")
  const canonical = [
    ...[method, canonicalPath(url), ""],
    ...lines.map(([name, value]) => `${name}:${value.trim()}`),
    ...["", names, own["x-amz-content-sha256"]],
  ].join("\n")
  const scope = `${day}/${region}/${SERVICE}/aws4_request`
  const key = [day, region, SERVICE, "aws4_request"].reduce<string | Uint8Array>(hmac, `AWS4${secret}`)
  const text = [ALGORITHM, stamp, scope, sha256(canonical)].join("\n")
  const signature = Buffer.from(hmac(key, text)).toString("hex")
  const authorization = `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...own, authorization }
}
