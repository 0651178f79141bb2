/** A push service of our own: it decrypts what it is sent as a browser does, and checks who sent it. */
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { bodyOf, listening } from "./listening.ts"

/** The private side of a subscription. */
export interface Receiver {
  readonly privateKey: string
  readonly auth: string
}

/** HKDF of one block (RFC 5869). */
const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer => {
  const extracted = createHmac("sha256", salt).update(secret).digest()
  return createHmac("sha256", extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`)

/** Decrypts a message of one record (RFC 8291, RFC 8188). Throws if it is not for this receiver. */
export const decryptPush = (body: Buffer, { privateKey, auth }: Receiver): string => {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const own = createECDH("prime256v1")
  own.setPrivateKey(privateKey, "base64url")
  const info = Buffer.concat([text("WebPush: info"), own.getPublicKey(), senderKey])
  const secret = derive(Buffer.from(auth, "base64url"), own.computeSecret(senderKey), info, 32)
  const key = derive(salt, secret, text("Content-Encoding: aes128gcm"), 16)
  const nonce = derive(salt, secret, text("Content-Encoding: nonce"), 12)
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error("the last record has no delimiter")
  return padded.subarray(0, end).toString("utf8")
}

/** What a sender says of itself (RFC 8292). */
export interface Sender {
  readonly audience: string
  readonly subject: string
  readonly lifeSeconds: number
  /** The key it signed with, in base64url. */
  readonly key: string
}

const partOf = (encoded: string, name: string): unknown =>
  Reflect.get(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")), name)

/** Reads the sender of a request; null if its signature does not hold. */
export const senderOf = (authorization: string): Sender | null => {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  if (point.length !== 65 || partOf(head, "alg") !== "ES256") return null
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"))
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  })
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" as const }
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    signed,
    Buffer.from(signature, "base64url"),
  )
  if (!isRight) return null
  return {
    audience: String(partOf(claims, "aud")),
    subject: String(partOf(claims, "sub")),
    lifeSeconds: Number(partOf(claims, "exp")) - Date.now() / 1_000,
    key,
  }
}

/** One request as it was received. */
export interface Received {
  readonly device: string
  readonly message: unknown
  readonly sender: Sender | null
  readonly headers: IncomingMessage["headers"]
}

type Behaviour = (response: ServerResponse) => void

const deliver: Behaviour = (response) => void response.writeHead(201).end()

export interface PushService {
  readonly origin: string
  readonly received: readonly Received[]
  /** Requests that were begun, also those that were answered with a failure. */
  readonly attempts: () => number
  /** A new device's subscription, as its browser would make it. */
  readonly subscribe: (device: string) => {
    readonly endpoint: string
    readonly p256dh: string
    readonly auth: string
  }
  /** What a device's address answers from now on; null: it delivers. */
  readonly behave: (device: string, behaviour: Behaviour | null) => void
  readonly stop: () => Promise<void>
}

/** Starts a push service on this machine. */
export const startPushService = async (): Promise<PushService> => {
  const receivers = new Map<string, Receiver>()
  const behaviours = new Map<string, Behaviour>()
  const received: Received[] = []
  let attempts = 0
  const { url: origin, close } = await listening(async (request, response) => {
    const device = decodeURIComponent(request.url?.slice("/push/".length) ?? "")
    const receiver = receivers.get(device)
    const body = await bodyOf(request)
    attempts += 1
    const behaviour = behaviours.get(device)
    if (behaviour) return behaviour(response)
    if (!receiver) return void response.writeHead(404).end()
    const message: unknown = JSON.parse(decryptPush(body, receiver))
    const sender = senderOf(request.headers.authorization ?? "")
    received.push({ device, message, sender, headers: request.headers })
    return deliver(response)
  })
  return {
    origin,
    received,
    attempts: () => attempts,
    subscribe: (device) => {
      const pair = createECDH("prime256v1")
      pair.generateKeys()
      const auth = randomBytes(16).toString("base64url")
      receivers.set(device, { privateKey: pair.getPrivateKey("base64url"), auth })
      return {
        endpoint: `${origin}/push/${encodeURIComponent(device)}`,
        p256dh: pair.getPublicKey("base64url"),
        auth,
      }
    },
    behave: (device, behaviour) => {
      if (behaviour) behaviours.set(device, behaviour)
      else behaviours.delete(device)
    },
    stop: close,
  }
}
