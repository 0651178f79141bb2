/** An authenticator of passkeys in software, which verifies its user. It signs with P-256. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import { makeCodes } from "../../src/domain/factor.ts"
import { type Answer, confirmBy, fieldOf, type TestApp } from "./app.ts"

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest()
const base64url = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString("base64url")

export interface Signed {
  readonly challenge: string
  readonly rpId: string
  /** The page that asks. */
  readonly origin: string
  readonly isVerified?: boolean
}

/** A new passkey. Its answers are those that a page sends on, as text. */
export const makeAuthenticator = ({ counts = true }: { readonly counts?: boolean } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge, origin }: Signed): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })
  const authenticatorData = (
    { rpId, isVerified = true }: Signed,
    more: readonly Uint8Array[] = [],
  ): Buffer => {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (more.length > 0 ? HAS_CREDENTIAL : 0)
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags, 0)
    fixed.writeUInt32BE(counter, 1)
    if (counts) counter += 1
    return Buffer.concat([sha256(rpId), fixed, ...more])
  }
  const coseKey = (): Uint8Array => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" })
    const entries: readonly (readonly [number, number | Uint8Array])[] = [
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]
    return isoCBOR.encode(new Map(entries))
  }
  const answer = (response: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      response,
      clientExtensionResults: {},
    })

  return {
    id: base64url(id),
    /** The passkey in base64, for a browser's own authenticator. */
    exported: () => ({
      credentialId: id.toString("base64"),
      privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    }),
    /** Sets the counter, as a copy of the passkey would have it. */
    count: (to: number): void => {
      counter = to
    },
    register: (signed: Signed): string => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authenticatorData(signed, [new Uint8Array(16), length, id, coseKey()])
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(data)],
      ])
      return answer({
        clientDataJSON: base64url(clientData("webauthn.create", signed)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      })
    },
    assert: (signed: Signed): string => {
      const data = authenticatorData(signed)
      const client = clientData("webauthn.get", signed)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

export const newCodes = () => makeCodes((count) => randomBytes(count))

/** The challenge of an answer, as a page of this server would have it signed. */
export const signedOf = ({ url }: Pick<TestApp, "url">, challenged: Answer): Signed => ({
  challenge: String(fieldOf(challenged, "challenge")),
  rpId: String(fieldOf(challenged, "rp_id")),
  origin: `http://localhost:${new URL(url).port}`,
})

/** Adds a passkey to a member, who confirms it by the password. */
export const sendPasskey = async (
  app: Pick<TestApp, "url" | "call">,
  token: string,
  passkey: Authenticator,
  codes: readonly string[] = [],
  confirmed?: string,
): Promise<Answer> => {
  const begun = await app.call("passkeyBegin", {}, { token })
  const registration = passkey.register(signedOf(app, begun))
  const confirmation =
    confirmed ?? (await confirmBy(app.url, { purpose: "factor", change: "passkey" }, { token }))
  const request = { registration, recovery_codes: codes.join(" "), confirmation }
  return app.call("passkeyAdd", request, { token })
}
