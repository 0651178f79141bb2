import type { Locator, Page } from "playwright-core"
import { seeEqual } from "./figures.ts"

/** A field as a member meets it: by its label. Pages below the top one are kept but not shown, so only what is shown counts. */
export const field = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(label, { exact: true }).filter({ visible: true })

export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole("button", { name, exact: true })

/** What is said next to a field that is wrong. */
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

/** The field says what is wrong with it, in its own words, tied to it for a screen reader. */
export const seeProblem = async (control: Locator, words: string): Promise<void> => {
  await seeEqual(() => messageOf(control), words)
}

/** The same where the words name something that changes. */
export const seeProblemLike = async (control: Locator, words: RegExp): Promise<void> => {
  await seeEqual(async () => words.test(await messageOf(control)), true)
}

export const dontSeeProblem = (control: Locator): Promise<void> => seeEqual(() => messageOf(control), "")

export const seeFocus = async (control: Locator): Promise<void> => {
  await seeEqual(() => control.evaluate((element) => element === document.activeElement), true)
}

export const seeValue = (control: Locator, value: string): Promise<void> =>
  seeEqual(() => control.inputValue(), value)

/** Two taps on one button within 350 ms are taken for one, so whoever means two makes a pause. */
export const pauseOfAThumb = (page: Page): Promise<void> => page.waitForTimeout(360)
