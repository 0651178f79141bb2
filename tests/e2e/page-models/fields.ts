import type { Locator, Page } from "playwright-core"
import { seeEqual } from "./figures.ts"

/** A visible field by its label. Pages below the top one stay mounted and hidden. */
export const field = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(label, { exact: true }).filter({ visible: true })

export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole("button", { name, exact: true })

/** The message next to an invalid field. */
const messageOf = async (control: Locator): Promise<string> =>
  await control.evaluate((element) => {
    const ids = (element.getAttribute("aria-describedby") ?? "").split(" ")
    const group = element.closest("fieldset")?.getAttribute("aria-describedby") ?? ""
    const messages = [...ids, group].filter((id) => id.endsWith("-error") || id === group)
    return messages
      .map((id) => document.getElementById(id)?.textContent?.trim() ?? "")
      .filter((words) => words !== "")
      .join(" ")
  })

/** Expects the field's message, linked to it for screen readers. */
export const seeProblem = async (control: Locator, words: string): Promise<void> => {
  await seeEqual(() => messageOf(control), words)
}

/** The same for a message with a variable part. */
export const seeProblemLike = async (control: Locator, words: RegExp): Promise<void> => {
  await seeEqual(async () => words.test(await messageOf(control)), true)
}

export const dontSeeProblem = (control: Locator): Promise<void> => seeEqual(() => messageOf(control), "")

/** Whether a button shows that something is under way. */
export const seeBusy = (control: Locator, isBusy: boolean): Promise<void> =>
  seeEqual(() => control.getAttribute("aria-busy"), isBusy ? "true" : null)

export const seeFocus = async (control: Locator): Promise<void> => {
  await seeEqual(() => control.evaluate((element) => element === document.activeElement), true)
}

export const seeValue = (control: Locator, value: string): Promise<void> =>
  seeEqual(() => control.inputValue(), value)

/** Waits until a second tap counts: two taps within 350 ms count as one. */
export const pauseOfAThumb = (page: Page): Promise<void> => page.waitForTimeout(360)
