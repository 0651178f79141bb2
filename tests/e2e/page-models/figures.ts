import type { Locator, Page } from "playwright-core"
import { expect, vi } from "vitest"

/** How long something is waited for that the app does by itself: long enough for a machine that has much else to do. */
export const SOON_MS = 30_000

/** Waits until a value is what it should be. Not `expect.poll`, which concurrent tests cannot call. */
export const seeEqual = async <A>(read: () => Promise<A>, wanted: A, timeoutMs = SOON_MS): Promise<void> => {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: timeoutMs, interval: 50 })
}

/** The exact value of an amount or price that is shown ("10000.00"); the figure itself is written as the locale has it. */
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
