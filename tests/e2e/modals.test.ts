/** Modal dialogs: content, keyboard use, one at a time. */
import type { Locator } from "playwright-core"
import { describe, expect, it } from "vitest"
import { readableTone } from "../../src/domain/colour.ts"
import { MODAL_CONFIRM_COLOR } from "../../src/domain/limits.ts"
import { RAISED } from "../../src/ui/Modal.tsx"
import { accessibilityProblems } from "../support/axe.ts"
import { button, seeFocus, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)).join(", ")})`

const coloursOf = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { backgroundColor, color }
  })

const questionCalled = ({ page }: Phone, name: string): Locator =>
  page.getByRole("alertdialog", { name, exact: true })

const gone = (question: Locator): Promise<void> => question.waitFor({ state: "hidden", timeout: SOON_MS })

/** Expects that no key moves the focus under the dialog. */
const expectTrapped = async ({ page }: Phone, question: Locator): Promise<void> => {
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key)
    const isInside = await question.evaluate(
      (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
    )
    expect(isInside).toBe(true)
  }
}

/** A member on a device without a clipboard: each copy opens an editable dialog. */
const withoutClipboard = async (options: Parameters<typeof site.openDevice>[0] = {}) => {
  const { member, phone } = await site.welcome(options)
  await phone.page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) },
    })
  })
  await phone.page.goto("/pages/tabbar/my/index")
  return { member, phone }
}

describe("a question", () => {
  it("has a cancel button that Esc stands for, keeps the focus and gives it back", async () => {
    const { phone } = await site.welcome({ shape: "desktop" })
    const { page, tabs } = phone
    await tabs.goTo("my")
    const ask = button(page, text("my.logout"))
    const question = questionCalled(phone, text("my.logout.question"))
    await ask.focus()
    await page.keyboard.press("Enter")
    await question.waitFor({ timeout: SOON_MS })
    await seeFocus(button(question, text("ui.cancel")))
    await expectTrapped(phone, question)
    await page.keyboard.press("Escape")
    await gone(question)
    await seeFocus(ask)

    await page.keyboard.press("Enter")
    await question.waitFor({ timeout: SOON_MS })
    await page.goBack()
    await gone(question)
    await tabs.seeActive("my")

    const choose = page
      .locator("[data-page=my]")
      .getByRole("button", { name: new RegExp(`^${text("preferences.language")}`) })
    const sheet = page.getByRole("dialog", { name: text("preferences.language"), exact: true })
    await choose.focus()
    await page.keyboard.press("Enter")
    await sheet.waitFor({ timeout: SOON_MS })
    await seeFocus(sheet)
    await expectTrapped(phone, sheet)
    await page.keyboard.press("Escape")
    await gone(sheet)
    await seeFocus(choose)

    await ask.focus()
    await page.keyboard.press("Enter")
    await question.waitFor({ timeout: SOON_MS })
    await button(question, text("my.logout")).focus()
    await page.keyboard.press("Enter")
    await phone.entry.seeLogin()
    expect(problemsOf(phone)).toEqual([])
  })

  it("confirms in the colour that was fixed for it, in a tone that can be read", {
    tags: ["exhaustive"],
  }, async () => {
    const colorScheme = "dark"
    const { phone } = await withoutClipboard({ colorScheme })
    await button(phone.page, text("my.copy-username")).click()
    const question = questionCalled(phone, text("copy.failed"))
    await question.waitFor({ timeout: SOON_MS })
    expect(await button(question, text("ui.cancel")).count()).toBe(0)
    const fill = rgb(readableTone(MODAL_CONFIRM_COLOR, RAISED[colorScheme]) ?? "")
    const { backgroundColor: ground } = await coloursOf(question)
    await seeEqual(() => coloursOf(button(question, text("ui.confirm"))), {
      backgroundColor: fill,
      color: ground,
    })
    expect(await accessibilityProblems(phone.page)).toEqual([])
  })

  it("that can be edited takes what is typed, and Enter confirms it; the next one waits for that", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await withoutClipboard()
    const { page } = phone
    const ask = button(page, text("my.copy-username"))
    const question = questionCalled(phone, text("copy.failed"))
    await ask.click()
    await question.waitFor({ timeout: SOON_MS })
    const field = question.getByRole("textbox")
    await seeFocus(field)
    await seeValue(field, member.username)
    // A script or a late answer can still act under a dialog.
    await page.waitForTimeout(400)
    await ask.evaluate((element) => element instanceof HTMLElement && element.click())
    // A selection that ends outside is no tap outside.
    await field.hover()
    await page.mouse.down()
    await page.mouse.move(4, 4)
    await page.mouse.up()
    await field.fill("edited")
    expect(await question.count()).toBe(1)
    await page.keyboard.press("Enter")
    await seeValue(field, member.username)
    await seeFocus(field)
    await page.keyboard.press("Enter")
    await gone(question)
    expect(problemsOf(phone)).toEqual([])
  })
})
