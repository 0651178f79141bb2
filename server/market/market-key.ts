import { createHmac, createPrivateKey, createPublicKey, hkdfSync, randomBytes, sign } from "node:crypto"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { marketKeyText, receiptKey } from "../../src/domain/check-settlement.ts"
import type { Order } from "../../src/domain/entities.ts"
import { memberHash, ownerText } from "../../src/domain/limit-promise.ts"
import { type StatementSignature, statementText } from "../../src/domain/statement-file.ts"
import { amendmentText, receiptText } from "../../src/domain/tick-log/receipt.ts"
import {
  type Checkpoint,
  checkpointText,
  keyId,
  signatureLine,
} from "../../src/domain/tick-log/signed-note.ts"
import { Config } from "../config.ts"
import { secretFile } from "../core/secret-file.ts"

/**
 * The Ed25519 key of this market. It signs the checkpoints of its log and the receipts of its orders.
 * The same text always gets the same signature.
 */
export class MarketKey extends Context.Service<
  MarketKey,
  {
    /** 32 bytes. */
    readonly publicKey: Uint8Array
    /** The same as a verifier key. */
    readonly publicText: string
    /** Signs the text of a checkpoint: 64 bytes. */
    readonly signCheckpoint: (checkpoint: Checkpoint) => Uint8Array
    /** Signs the text of a statement's last line, in hexadecimal. */
    readonly signStatement: (signature: Omit<StatementSignature, "key" | "signature">) => string
    /** The order with the signatures over its terms and over each change of its levels. */
    readonly withReceipt: (order: Order) => Order
    /** A text as a signed note. */
    readonly signText: (text: string) => string
    /** What makes the name of a subject in a published file known to its member alone. */
    readonly saltOf: (subject: string) => string
    /** The signature of whose contract one is. */
    readonly signOwner: (orderId: string, memberId: string) => string
  }
>()("financial-links/server/market/MarketKey") {}

const SEED_BYTES = 32
/** What precedes the seed in an Ed25519 key of PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex")

/** Builds the key from its seed of 32 bytes. Throws RangeError for another length. */
export const makeMarketKey = (seed: Uint8Array): MarketKey["Service"] => {
  if (seed.length !== SEED_BYTES) throw new RangeError(`the market key must have ${SEED_BYTES} bytes`)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" })
  const der = createPublicKey(key).export({ format: "der", type: "spki" })
  const publicKey = new Uint8Array(der.subarray(-SEED_BYTES))
  const signText = (text: string) => new Uint8Array(sign(null, Buffer.from(text), key))
  const receipts = receiptKey(publicKey)
  const receiptKeyId = keyId(receipts)
  const receiptOf = (text: string) =>
    signatureLine({ name: receipts.name, keyId: receiptKeyId, signature: signText(text) })
  return MarketKey.of({
    publicKey,
    publicText: marketKeyText(publicKey),
    signCheckpoint: (checkpoint) => signText(checkpointText(checkpoint)),
    signStatement: (signature) => Buffer.from(signText(statementText(signature))).toString("hex"),
    saltOf: (subject) =>
      createHmac("sha256", seed).update(`financial-links/salt\n${subject}`).digest("hex").slice(0, 32),
    signText: (text) => `${text}\n${receiptOf(text)}`,
    signOwner: (orderId, memberId) => receiptOf(ownerText(orderId, memberHash(memberId))),
    withReceipt: (order) => {
      const signed = { ...order, receipt: receiptOf(receiptText(order)) }
      if (order.levelHistory === undefined) return signed
      const amendments = order.levelHistory.amendments.map((amendment) => ({
        ...amendment,
        receipt: receiptOf(amendmentText(order.id, amendment)),
      }))
      return { ...signed, levelHistory: { ...order.levelHistory, amendments } }
    },
  })
}

const keyFileName = "market.key"

/** The seed: derived from the configured secret, or in a file of the data folder, made once. */
const readSeed = Effect.fnUntraced(function* () {
  const { secret, dataDir } = yield* Config
  if (secret !== null)
    return new Uint8Array(hkdfSync("sha256", secret, "", "financial-links market key", SEED_BYTES))
  const make = () => randomBytes(SEED_BYTES).toString("hex")
  return new Uint8Array(Buffer.from(secretFile(join(dataDir, keyFileName), make).trim(), "hex"))
})

/** The key of this server's market. Processes of one site have the same. */
export const marketKeyLayer: Layer.Layer<MarketKey, never, Config> = Layer.effect(
  MarketKey,
  Effect.map(readSeed(), makeMarketKey),
)
