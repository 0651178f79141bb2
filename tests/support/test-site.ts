import { openBooks } from "./books.ts"
import type { Engine, Store } from "./engines.ts"
import { startServer } from "./server.ts"

export type Environment = Readonly<Record<string, string>>

/** What a test needs to know of a running site. */
export interface SiteFacts {
  readonly url: string
  readonly invitationCode: string
  readonly storage: Store["env"]
}

export interface TestSite {
  readonly facts: SiteFacts
  /** Stops the server. Throws if its books break an invariant. */
  readonly stop: () => Promise<void>
}

/** A market day of ten seconds, and a review of half a second. */
export const siteEnvironment = {
  DAY_MS: "10000",
  TICK_MS: "500",
  MARKET_SEED: "e2e",
  REVIEW_DELAY_MS: "500",
  REGISTRATION_BONUS: "200000.00",
} as const

/** Starts the built server in the demo profile on a new database. */
export const startSite = async (engine: Engine, env: Environment): Promise<TestSite> => {
  const store = await engine.openStore()
  const server = await startServer({ env: { ...store.env, ...env }, from: "build" })
  return {
    facts: { url: server.url, invitationCode: server.demo?.invitationCode ?? "", storage: store.env },
    stop: async () => {
      await server.stop()
      const { problems } = await openBooks(store, { isDiscarded: true })
      await store.remove()
      if (problems.length > 0) throw new Error(`the books do not balance:\n${problems.join("\n")}`)
    },
  }
}
