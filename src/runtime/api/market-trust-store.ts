/**
 * What this device remembers of the market, in IndexedDB: its key, and the checkpoints of its logs. A
 * separate chunk, loaded on demand. It names no member, so that it outlives a session.
 */
import { LimitedDatabase } from "@financial-links/journal"
import { Schema } from "effect"
import type { DBSchema } from "idb"
import { Confirmed } from "../../domain/evidence.ts"
import { SEEN_CHECKPOINTS_LIMIT, SEEN_RECEIPTS_LIMIT } from "../../domain/limits.ts"

/** A signed checkpoint of a symbol's log as text. */
export interface SeenCheckpoint {
  readonly symbol: string
  readonly size: number
  readonly note: string
  /** False until it was compared with the others of its symbol. */
  readonly isCompared: boolean
}

/**
 * What the market signed at the acceptance of a contract, or of its early close. Of a promise of a
 * member's own limits: its hash, its signed note, and the hash of the member.
 */
export interface SeenReceipt {
  /** The SHA-256 of the contract's id, or of its id and "close": the row says nothing of a member. */
  readonly contract: string
  /** The checkpoint that came with it. */
  readonly note: string
  /** The SHA-256 of its terms. Absent from rows of earlier releases. */
  readonly terms?: string
  readonly atMs: number
}

/** What was confirmed, and the name whose hash is its row's key. */
export interface NamedConfirmation {
  readonly name: string
  readonly confirmed: Confirmed
}

/** Readable only for who knows the name, which has the contract's id: the row says nothing of a member. */
interface SealedReceipt extends SeenReceipt {
  /** In base64: every row of the device's databases is plain JSON. */
  readonly sealed?: string
}

const IV_BYTES = 12

const sealingKey = async (name: string): Promise<CryptoKey> => {
  const secret = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${name} confirmed`))
  return crypto.subtle.importKey("raw", secret, "AES-GCM", false, ["encrypt", "decrypt"])
}

const seal = async ({ name, confirmed }: NamedConfirmation): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(confirmed))
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(name), text)
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)))
}

const decodeConfirmed = Schema.decodeUnknownSync(Schema.fromJsonString(Confirmed))

/** Null where it is damaged. */
const unseal = async (sealed: string, name: string): Promise<Confirmed | null> => {
  try {
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0))
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) }
    const text = await crypto.subtle.decrypt(algorithm, await sealingKey(name), bytes.subarray(IV_BYTES))
    return decodeConfirmed(new TextDecoder().decode(text))
  } catch {
    return null
  }
}

export interface MarketTrustStore {
  /** The key of the first call, whatever is offered afterwards. Null while none was offered. */
  readonly pinKey: (offered: string | null) => Promise<string | null>
  readonly checkpointsOf: (symbol: string) => Promise<readonly SeenCheckpoint[]>
  /**
   * Adds checkpoints; one of a size that is there already stays, and may only become a compared one.
   * Beyond the limit the smallest of the symbol are dropped.
   */
  readonly addCheckpoints: (seen: readonly SeenCheckpoint[]) => Promise<void>
  readonly receiptOf: (contract: string) => Promise<SeenReceipt | null>
  /** The receipts whose terms are these. */
  readonly receiptsWith: (terms: string) => Promise<readonly SeenReceipt[]>
  /** Keeps the first receipt of a contract. Drops the oldest beyond the limit. */
  readonly addReceipt: (receipt: SeenReceipt, said?: NamedConfirmation) => Promise<void>
  /** What was confirmed under a name, which the hash is of. Null where it was not on this device. */
  readonly confirmedOf: (contract: string, name: string) => Promise<Confirmed | null>
}

interface Tables extends DBSchema {
  keys: { key: string; value: { readonly market: string; readonly text: string } }
  checkpoints: { key: [string, number]; value: SeenCheckpoint }
  receipts: { key: string; value: SealedReceipt; indexes: { age: number } }
}

/** The one market of this origin. */
const MARKET = "market"

/** Opens the store. Rejects if there is no IndexedDB, or if it is blocked. */
export const openMarketTrustStore = async (): Promise<MarketTrustStore> => {
  const database = new LimitedDatabase<Tables>({
    name: "app_market",
    version: 1,
    upgrade: (fresh) => {
      fresh.createObjectStore("keys", { keyPath: "market" })
      fresh.createObjectStore("checkpoints", { keyPath: ["symbol", "size"] })
      fresh.createObjectStore("receipts", { keyPath: "contract" }).createIndex("age", "atMs")
    },
  })
  await database.open()
  const rangeOf = (symbol: string) => IDBKeyRange.bound([symbol, 0], [symbol, Number.MAX_SAFE_INTEGER])
  return {
    pinKey: (offered) =>
      database.run(async (db) => {
        const tx = db.transaction("keys", "readwrite")
        const pinned = await tx.store.get(MARKET)
        if (pinned === undefined && offered !== null) await tx.store.put({ market: MARKET, text: offered })
        await tx.done
        return pinned?.text ?? offered
      }),
    checkpointsOf: (symbol) => database.run((db) => db.getAll("checkpoints", rangeOf(symbol))),
    addCheckpoints: (seen) =>
      database.run(async (db) => {
        const tx = db.transaction("checkpoints", "readwrite")
        for (const each of seen) {
          const existing = await tx.store.get([each.symbol, each.size])
          if (existing === undefined || (existing.note === each.note && each.isCompared))
            await tx.store.put(each)
        }
        for (const symbol of new Set(seen.map((each) => each.symbol))) {
          const keys = await tx.store.getAllKeys(rangeOf(symbol))
          for (const key of keys.slice(0, Math.max(0, keys.length - SEEN_CHECKPOINTS_LIMIT)))
            await tx.store.delete(key)
        }
        await tx.done
      }),
    receiptOf: (contract) => database.run(async (db) => (await db.get("receipts", contract)) ?? null),
    receiptsWith: (terms) =>
      database.run(async (db) => (await db.getAll("receipts")).filter((receipt) => receipt.terms === terms)),
    confirmedOf: async (contract, name) => {
      const sealed = await database.run(async (db) => (await db.get("receipts", contract))?.sealed)
      return sealed === undefined ? null : unseal(sealed, name)
    },
    addReceipt: async (receipt, said) => {
      // a transaction ends while it waits for anything else
      const row = said === undefined ? receipt : { ...receipt, sealed: await seal(said) }
      await database.run(async (db) => {
        const tx = db.transaction("receipts", "readwrite")
        if ((await tx.store.get(receipt.contract)) === undefined) await tx.store.put(row)
        const keys = await tx.store.index("age").getAllKeys()
        for (const key of keys.slice(0, Math.max(0, keys.length - SEEN_RECEIPTS_LIMIT)))
          await tx.store.delete(key)
        await tx.done
      })
    },
  }
}
