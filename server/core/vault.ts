import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { join } from "node:path"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Config } from "../config.ts"
import { Db, type DbError } from "../db/db.ts"
import { secretFile } from "./secret-file.ts"

/**
 * Keeps what must not be read from a stolen copy of the database. `purpose` names the column and its owner and is bound to the
 * sealed text, so that a value moved to another row or another member does not open.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /** Encrypts; two seals of the same text differ. */
    readonly seal: (text: string, purpose: string) => string
    /** Decrypts. Throws when the text was tampered with, belongs elsewhere, or was sealed under another key. */
    readonly open: (sealed: string, purpose: string) => string
    /** The same text and purpose always give the same fingerprint, which tells nothing without the key. */
    readonly fingerprint: (text: string, purpose: string) => string
  }
>()("financial-links/server/cash/Vault") {}

/** Length of the server's secret, in bytes. */
export const VAULT_KEY_BYTES = 32

const version = "v1"
const nonceBytes = 12
const tagBytes = 16

/** Builds the vault on the server's secret (AES-256-GCM and HMAC-SHA-256, each under a key of its own). RangeError for a key of another length. */
export const makeVault = (secret: Uint8Array): Vault["Service"] => {
  if (secret.length !== VAULT_KEY_BYTES)
    throw new RangeError(`the vault key must have ${VAULT_KEY_BYTES} bytes, not ${secret.length}`)
  const sealing = derive(secret, "seal")
  const comparing = derive(secret, "fingerprint")
  return Vault.of({
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
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

/** The configured secret, or the one in the data folder, made at the first start and readable by this user only. */
const readSecret = Effect.fnUntraced(function* () {
  const { secret, dataDir } = yield* Config
  if (secret !== null) return secret
  const make = () => randomBytes(VAULT_KEY_BYTES).toString("hex")
  return new Uint8Array(Buffer.from(secretFile(join(dataDir, secretFileName), make).trim(), "hex"))
})

/** Leaves a mark in a new database and looks for it in one that exists: two servers with different secrets must not share one. */
const checkMark = Effect.fnUntraced(function* (vault: Vault["Service"]) {
  const db = yield* Db
  const mark = vault.fingerprint("mark", "vault")
  const atMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    "insert into settings (name, value, changed_at_ms) values ('vault mark', $1::jsonb, $2) on conflict do nothing",
    [JSON.stringify(mark), atMs],
  )
  const rows = yield* db.query<{ value: unknown }>("select value from settings where name = 'vault mark'")
  if (rows[0]?.value !== mark) {
    const message =
      "SECRET (or the file secret.key in DATA_DIR) is not the one this database was first used with."
    return yield* new VaultRefused({ message })
  }
})

/** The vault of this server. Needs the schema to be up to date. */
export const vaultLayer: Layer.Layer<Vault, VaultRefused | DbError, Config | Db> = Layer.effect(
  Vault,
  Effect.gen(function* () {
    const vault = makeVault(yield* readSecret())
    yield* checkMark(vault)
    return vault
  }),
)
