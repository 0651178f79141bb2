/**
 * What this device knows of the market before it reads an answer: the first key that the configuration
 * named, the checkpoint and the terms of each accepted order, and the checkpoints that it has compared.
 */
import type { Order, SystemConfig } from "../../domain/entities.ts"
import type { Confirmed } from "../../domain/evidence.ts"
import { AMENDMENTS_MAX } from "../../domain/limits.ts"
import { acceptedText, amendmentText, closeText } from "../../domain/tick-log/receipt.ts"
import type { MarketTrustStore, SeenCheckpoint, SeenReceipt } from "./market-trust-store.ts"

export interface MarketTrust {
  /** Remembers the key, unless one is known. Never fails. */
  readonly learnKey: (config: SystemConfig) => void
  /**
   * Remembers the checkpoint and the terms of an accepted order, and of one whose early close was
   * accepted the time of the request too, and each change of its levels; and what the member confirmed.
   * Never fails.
   */
  readonly learnReceipt: (order: Order, confirmed?: Confirmed) => void
  /** Keeps a signed promise of a member's own limits. Never fails. */
  readonly learnPromise: (memberId: string, note: string) => void
  /** The promises of a member that were seen. */
  readonly promisesOf: (memberId: string) => Promise<readonly string[]>
  /** The key that was learned first. Null where the market has none. */
  readonly key: () => Promise<string | null>
  /** What was signed at the acceptance of a contract. Null where it was not seen. */
  readonly receiptOf: (orderId: string) => Promise<Pick<SeenReceipt, "note" | "terms"> | null>
  /** The SHA-256 of what was signed at the early close of a contract. Null where none was seen. */
  readonly closeTermsOf: (orderId: string) => Promise<string | null>
  /** The SHA-256 of each change of levels that was seen, the first first. */
  readonly amendmentTermsOf: (orderId: string) => Promise<readonly string[]>
  /** What was confirmed of a contract on this device: the order, changes of its levels, its early close. */
  readonly confirmedOf: (orderId: string) => Promise<readonly Confirmed[]>
  readonly checkpointsOf: MarketTrustStore["checkpointsOf"]
  readonly addCheckpoints: MarketTrustStore["addCheckpoints"]
}

export interface MarketTrustOptions {
  /** Rejects where the device stores nothing: then it is remembered as long as the page lives. */
  readonly openStore: () => Promise<MarketTrustStore>
  /** Asks for the configuration. */
  readonly loadConfig: () => Promise<SystemConfig>
  readonly now: () => number
}

/**
 * The SHA-256 in hex. Rows hold those of a contract's id and terms, so that they say nothing of a
 * member.
 */
const hashOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** What stands for the early close of a contract among the receipts. */
const closeOf = (orderId: string): string => `${orderId} close`

/** What stands for the own limits of a member. */
const limitsOf = (memberId: string): string => `${memberId} limits`

/** What stands for a change of its levels. */
const amendmentOf = (orderId: string, number: number) => `${orderId} amendment ${number}`

/** What an operation is about; the order itself without a number. */
const subjectOf = (orderId: string, { intent }: Confirmed): string => {
  if (intent.operation === "order-close") return closeOf(orderId)
  return intent.operation === "order-amend" ? amendmentOf(orderId, Number(intent.number) + 1) : orderId
}

/** The size in the second line of a signed checkpoint. */
const sizeIn = (note: string): number => Number(note.split("\n")[1])

const memoryStore = (): MarketTrustStore => {
  let key: string | null = null
  const checkpoints = new Map<string, SeenCheckpoint>()
  const receipts = new Map<string, SeenReceipt>()
  const confirmations = new Map<string, Confirmed>()
  return {
    pinKey: async (offered) => {
      key ??= offered
      return key
    },
    checkpointsOf: async (symbol) => [...checkpoints.values()].filter((each) => each.symbol === symbol),
    addCheckpoints: async (seen) => {
      for (const each of seen) {
        const name = `${each.symbol} ${each.size}`
        const existing = checkpoints.get(name)
        if (existing === undefined || (existing.note === each.note && each.isCompared))
          checkpoints.set(name, each)
      }
    },
    receiptOf: async (contract) => receipts.get(contract) ?? null,
    receiptsWith: async (terms) => [...receipts.values()].filter((receipt) => receipt.terms === terms),
    addReceipt: async (receipt, said) => {
      if (receipts.has(receipt.contract)) return
      receipts.set(receipt.contract, receipt)
      if (said !== undefined) confirmations.set(receipt.contract, said.confirmed)
    },
    confirmedOf: async (contract) => confirmations.get(contract) ?? null,
  }
}

export const createMarketTrust = ({ openStore, loadConfig, now }: MarketTrustOptions): MarketTrust => {
  let opened: Promise<MarketTrustStore> | null = null
  const store = () => {
    opened ??= openStore().catch(memoryStore)
    return opened
  }
  /** What is learned is in the store before it is read. */
  let last: Promise<unknown> = Promise.resolve()
  const next = (task: (store: MarketTrustStore) => Promise<unknown>): void => {
    last = last.then(() => store().then(task)).catch(() => {})
  }
  const settled = async () => {
    await last
    return store()
  }
  const keyIn = ({ market }: SystemConfig) => market.key ?? null
  return {
    learnKey: (config) => next((trusted) => trusted.pinKey(keyIn(config))),
    learnReceipt: (order, confirmed) =>
      next(async (trusted) => {
        const { id, symbol, checkpoint } = order
        if (checkpoint === undefined) return
        const signed = [[id, acceptedText(order)]]
        if (order.closeRequestedAtMs !== null) signed.push([closeOf(id), closeText(order)])
        for (const amendment of order.levelHistory?.amendments ?? [])
          signed.push([amendmentOf(id, amendment.number), amendmentText(id, amendment)])
        for (const [name = "", text = ""] of signed) {
          const [contract, terms] = [await hashOf(name), await hashOf(text)]
          const isConfirmed = confirmed !== undefined && subjectOf(id, confirmed) === name
          const said = isConfirmed ? { name, confirmed } : undefined
          await trusted.addReceipt({ contract, note: checkpoint, terms, atMs: now() }, said)
        }
        await trusted.addCheckpoints([
          { symbol, size: sizeIn(checkpoint), note: checkpoint, isCompared: false },
        ])
      }),
    learnPromise: (memberId, note) =>
      next(async (trusted) => {
        const [contract, terms] = [await hashOf(note), await hashOf(limitsOf(memberId))]
        await trusted.addReceipt({ contract, note, terms, atMs: now() })
      }),
    promisesOf: async (memberId) =>
      (await (await settled()).receiptsWith(await hashOf(limitsOf(memberId)))).map(({ note }) => note),
    key: async () => {
      const trusted = await settled()
      return (await trusted.pinKey(null)) ?? trusted.pinKey(keyIn(await loadConfig()))
    },
    receiptOf: async (orderId) => (await settled()).receiptOf(await hashOf(orderId)),
    closeTermsOf: async (orderId) =>
      (await (await settled()).receiptOf(await hashOf(closeOf(orderId))))?.terms ?? null,
    amendmentTermsOf: async (orderId) => {
      const trusted = await settled()
      const known: string[] = []
      for (;;) {
        const seen = await trusted.receiptOf(await hashOf(amendmentOf(orderId, known.length + 1)))
        if (seen?.terms === undefined) return known
        known.push(seen.terms)
      }
    },
    confirmedOf: async (orderId) => {
      const trusted = await settled()
      const read = async (name: string) => trusted.confirmedOf(await hashOf(name), name)
      const found = [await read(orderId)]
      for (let number = 1; number <= AMENDMENTS_MAX; number += 1)
        found.push(await read(amendmentOf(orderId, number)))
      found.push(await read(closeOf(orderId)))
      return found.filter((each) => each !== null)
    },
    checkpointsOf: async (symbol) => (await settled()).checkpointsOf(symbol),
    addCheckpoints: async (seen) => (await settled()).addCheckpoints(seen),
  }
}
