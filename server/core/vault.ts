import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Config } from "../config.ts"
import type { Seal } from "../db/backup-file.ts"
import { type Db, type DbError, execute, sql } from "../db/db.ts"
import { secretFile } from "./secret-file.ts"

/**
 * Encrypts values that must be unreadable in a stolen copy of the database. `purpose` names the
 * column and its owner and is authenticated with the text, so that a value moved to another row or
 * member does not open.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /** Encrypts. Two seals of the same text differ. */
    readonly seal: (text: string, purpose: string) => string
    /**
     * Decrypts. Throws when the text was modified, has another purpose, or was sealed with another
     * key.
     */
    readonly open: (sealed: string, purpose: string) => string
    /** `seal` for bytes: longer by `SEAL_BYTES`. */
    readonly sealBytes: (bytes: Uint8Array, purpose: string) => Uint8Array
    /** Decrypts what `sealBytes` made. Throws as `open` does. */
    readonly openBytes: (sealed: Uint8Array, purpose: string) => Uint8Array
    /** A keyed hash: equal for equal text and purpose, and meaningless without the key. */
    readonly fingerprint: (text: string, purpose: string) => string
  }
>()("financial-links/server/core/Vault") {}

/** Length of the server's secret, in bytes. */
export const VAULT_KEY_BYTES = 32

const version = "v1"
const nonceBytes = 12
const tagBytes = 16
/** What sealed bytes have besides the bytes. */
export const SEAL_BYTES = nonceBytes + tagBytes

/**
 * Builds the vault on the server's secret: AES-256-GCM and HMAC-SHA-256, each with a derived key.
 * Throws RangeError for a secret of another length. `nonceOf` must never give the same bytes twice.
 */
export const makeVault = (
  secret: Uint8Array,
  nonceOf: (count: number) => Uint8Array = randomBytes,
): Vault["Service"] => {
  if (secret.length !== VAULT_KEY_BYTES)
    throw new RangeError(`the vault key must have ${VAULT_KEY_BYTES} bytes, not ${secret.length}`)
  const sealing = derive(secret, "seal")
  const sealingBytes = derive(secret, "seal bytes")
  const comparing = derive(secret, "fingerprint")
  return Vault.of({
    seal: (text, purpose) => {
      const nonce = Buffer.from(nonceOf(nonceBytes))
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce)
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return [version, nonce.toString("base64url"), body.toString("base64url")].join(".")
    },
    open: (sealed, purpose) => {
      const [found, nonce = "", body = ""] = sealed.split(".")
      const bytes = Buffer.from(body, "base64url")
      if (found !== version || bytes.length < tagBytes) throw new RangeError("not a sealed text")
      const decipher = createDecipheriv("aes-256-gcm", sealing, Buffer.from(nonce, "base64url"))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8")
    },
    sealBytes: (bytes, purpose) => {
      const nonce = Buffer.from(nonceOf(nonceBytes))
      const cipher = createCipheriv("aes-256-gcm", sealingBytes, nonce)
      cipher.setAAD(Buffer.from(purpose))
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    openBytes: (sealed, purpose) => {
      if (sealed.length < SEAL_BYTES) throw new RangeError("not sealed bytes")
      const decipher = createDecipheriv("aes-256-gcm", sealingBytes, sealed.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
    fingerprint: (text, purpose) =>
      createHmac("sha256", comparing).update(`${purpose}\0${text}`).digest("base64url"),
  })
}

const derive = (secret: Uint8Array, use: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", `financial-links ${use}`, VAULT_KEY_BYTES))

/** The secret is not the one that this database was sealed with. */
export class VaultRefused extends Schema.TaggedError<VaultRefused>()("VaultRefused", {
  message: Schema.String,
}) {}

const secretFileName = "secret.key"

/** The keyed hash by which a backup is known to be one of this site, unaltered. */
export const backupSeal =
  ({ fingerprint }: Vault["Service"]): Seal =>
  (text) =>
    fingerprint(text, "backup")

/** The secret in the data folder; null if there is none. */
export const readSecretFile = (dataDir: string): Uint8Array | null => {
  const path = join(dataDir, secretFileName)
  return existsSync(path) ? secretIn(readFileSync(path, "utf8")) : null
}

const secretIn = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.trim(), "hex"))

/** The configured secret, or the one in the data folder, created at the first start. */
const readSecret = Effect.fnUntraced(function* () {
  const { secret, dataDir } = yield* Config
  if (secret !== null) return secret
  const make = () => randomBytes(VAULT_KEY_BYTES).toString("hex")
  return secretIn(secretFile(join(dataDir, secretFileName), make))
})

/**
 * Stores a fingerprint of the secret in a new database and compares it in an existing one, so that
 * two servers with different secrets never share a database.
 */
const checkMark = Effect.fnUntraced(function* (vault: Vault["Service"]) {
  const mark = vault.fingerprint("mark", "vault")
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    "insert into settings (name, value, changed_at_ms) values ('vault mark', $1::jsonb, $2) on conflict do nothing",
    [JSON.stringify(mark), atMs],
  )
  const rows = yield* sql<{ value: unknown }>("select value from settings where name = 'vault mark'")
  if (rows[0]?.value !== mark) {
    const message =
      "SECRET (or the file secret.key in DATA_DIR) is not the one this database was first used with."
    return yield* new VaultRefused({ message })
  }
})

/** The vault of this server. Requires a migrated schema. */
export const vaultLayer: Layer.Layer<Vault, VaultRefused | DbError, Config | Db> = Layer.effect(
  Vault,
  Effect.gen(function* () {
    const vault = makeVault(yield* readSecret())
    yield* checkMark(vault)
    return vault
  }),
)
