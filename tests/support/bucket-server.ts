/**
 * A stand-in for an S3-compatible store: it holds objects in memory, answers ranges, and verifies each
 * request's signature by the published algorithm, from what was really received.
 */
import { createHash, createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { bodyOf, listening } from "./listening.ts"

export const BUCKET_KEY = { keyId: "AKIDTEST", secret: "secret-of-a-test", region: "eu-test-1" } as const

/** What the store does with the next requests; a number: it answers them with this status. */
export type BucketMode = "well" | "failing" | "silent" | "forbidding" | "failing-once" | "flooding" | number

export interface BucketServer {
  readonly url: string
  readonly objects: Map<string, Buffer>
  /** Requests with a wrong signature. */
  readonly forged: () => number
  readonly requests: () => number
  readonly set: (mode: BucketMode) => void
  readonly stop: () => Promise<void>
}

const hex = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex")

const isSigned = (request: IncomingMessage, body: Buffer): boolean => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    )
  if (found === null) return false
  const [, keyId, day = "", region = "", names = "", signature] = found
  const { keyId: ownId, secret, region: ownRegion } = BUCKET_KEY
  const date = String(request.headers["x-amz-date"])
  const payload = String(request.headers["x-amz-content-sha256"])
  if (keyId !== ownId || region !== ownRegion || payload !== hex(body) || !date.startsWith(day)) return false
  if (!names.split(";").includes("host") || (request.headers.range && !names.includes("range"))) return false
  const lines = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = `${request.method}\n${request.url}\n\n${lines.join("")}\n${names}\n${payload}`
  let key: Buffer = Buffer.from(`AWS4${secret}`)
  for (const part of [day, region, "s3", "aws4_request"])
    key = createHmac("sha256", key).update(part).digest()
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${hex(canonical)}`
  return createHmac("sha256", key).update(text).digest("hex") === signature
}

export const openBucketServer = async (): Promise<BucketServer> => {
  const objects = new Map<string, Buffer>()
  let [mode, forged, requests] = ["well" as BucketMode, 0, 0]
  const answer = (request: IncomingMessage, body: Buffer): { status: number; body?: Buffer } => {
    requests += 1
    const name = request.url ?? ""
    if (!isSigned(request, body)) {
      forged += 1
      return { status: 403 }
    }
    if (mode === "failing" || mode === "failing-once") {
      if (mode === "failing-once") mode = "well"
      return { status: 503 }
    }
    if (typeof mode === "number") return { status: mode }
    if (mode === "forbidding") return { status: 403 }
    if (mode === "flooding") return { status: 200, body: Buffer.alloc(1_000_000) }
    if (request.method === "PUT") {
      if (request.headers["content-type"] !== "application/octet-stream") return { status: 415 }
      objects.set(name, body)
      return { status: 200 }
    }
    if (request.method === "DELETE") return { status: objects.delete(name) ? 204 : 404 }
    const object = objects.get(name)
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")
    if (object === undefined) return { status: 404 }
    return range === null
      ? { status: 200, body: object }
      : { status: 206, body: object.subarray(Number(range[1]), Number(range[2]) + 1) }
  }
  const { url, close } = await listening(async (request, response) => {
    const sent = await bodyOf(request)
    if (mode === "silent") return
    const { status, body } = answer(request, sent)
    response.writeHead(status).end(body)
  })
  return {
    url: `${url}/links-images`,
    objects,
    forged: () => forged,
    requests: () => requests,
    set: (next) => {
      mode = next
    },
    stop: close,
  }
}
