import type { Locator, Page } from "playwright-core"
import { expect, vi } from "vitest"

/** Timeout for what the app does by itself. Long enough for a busy machine. */
export const SOON_MS = 30_000

/** A look costs some milliseconds of three processes. */
const LOOK_EVERY_MS = 100

/**
 * Waits until a value is what it should be. Not `expect.poll`, which concurrent tests cannot call.
 */
export const seeEqual = async <A>(read: () => Promise<A>, wanted: A, timeoutMs = SOON_MS): Promise<void> => {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), {
    timeout: timeoutMs,
    interval: LOOK_EVERY_MS,
  })
}

/** The exact value of a shown amount or price ("10000.00"); its text is localised. */
export const exactValue = async (figure: Locator): Promise<string> =>
  (await figure.getAttribute("value", { timeout: SOON_MS })) ?? ""

/** The figure beside a label in a list of figures. */
export const figureOf = (within: Locator, label: string): Locator =>
  within
    .locator("dl > div")
    .filter({ has: within.page().locator("dt").getByText(label, { exact: true }) })
    .filter({ visible: true })
    .locator("dd data")
    .first()

export const seeText = (within: Locator | Page, words: string | RegExp, timeoutMs = SOON_MS): Promise<void> =>
  within.getByText(words).filter({ visible: true }).first().waitFor({ timeout: timeoutMs })

export const dontSeeText = async (within: Locator | Page, words: string | RegExp): Promise<void> => {
  await seeEqual(() => within.getByText(words).filter({ visible: true }).count(), 0)
}
