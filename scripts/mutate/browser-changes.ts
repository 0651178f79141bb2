/** Changes of sources in the pages of a browser test. */
import type { BrowserContext } from "playwright-core"
import { SOON_MS } from "../../tests/e2e/page-models/figures.ts"

/** What Stryker reads and writes, in a page as in a test's process. */
export interface Changes {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: Coverage
}

/** How often each change was reached. */
type Hits = Readonly<Record<string, number>>

interface Coverage {
  readonly static: Hits
  readonly perTest: Readonly<Record<string, Hits>>
}

declare global {
  var __stryker__: Changes | undefined
}

/** A change that is run more often is an endless loop. */
const HITS_MOST = 100_000

const REACHED = "reachedChange"

/** Runs in a page, before its first script. */
const activate = (settings: { active: string | null; hitLimit: number; reached: string }): void => {
  if (settings.active !== null) {
    globalThis.__stryker__ = { activeMutant: settings.active, hitCount: 0, hitLimit: settings.hitLimit }
    return
  }
  const report: unknown = Reflect.get(globalThis, settings.reached)
  const hits = new Proxy<Record<string, number>>(
    {},
    {
      set: (known, change: string, count: number) => {
        if (!(change in known) && typeof report === "function") report(change)
        known[change] = count
        return true
      },
    },
  )
  globalThis.__stryker__ = { mutantCoverage: { static: hits, perTest: {} } }
}

/**
 * Before its first page: makes a change active in every page of a context, or, without one, reports each
 * change that a page reaches, once.
 */
export const bringChanges = async (
  context: BrowserContext,
  active: string | null,
  onReached: (change: string) => void,
): Promise<void> => {
  context.setDefaultTimeout(SOON_MS)
  if (active === null) await context.exposeBinding(REACHED, (_source, change) => onReached(String(change)))
  await context.addInitScript(activate, { active, hitLimit: HITS_MOST, reached: REACHED })
}
