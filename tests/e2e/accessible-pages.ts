/** What is checked of any page: accessibility, and that its words fit. */
import { accessibilityProblems } from "../support/axe.ts"
import { lookAtWidths } from "./every-page.ts"
import type { Phone } from "./phone.ts"

const lookInLight = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  return (await accessibilityProblems(page)).map((problem) => `${where}, light: ${problem}`)
}

/** All rules in the light scheme; in the dark one only colour rules. */
export const lookInBothSchemes = async (phone: Phone, where: string): Promise<readonly string[]> => {
  const light = await lookInLight(phone, where)
  await phone.page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await accessibilityProblems(phone.page, ["color-contrast"])
  return [...light, ...dark.map((problem) => `${where}, dark: ${problem}`)]
}

/** Live regions that hold a live price: outcomes are announced, prices are not. */
const spokenFigures = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const figures = await page
    .locator(":is([role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]) data")
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))
  return figures.map((figure) => `${where} speaks of each change of ${figure}`)
}

/** Controls outside of any landmark: landmark navigation skips them. */
const outsideLandmarks = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const found = await page
    .locator(":is(a[href], button, input, select, textarea):visible")
    .evaluateAll((all) =>
      all
        .filter(
          (one) => !one.closest("main, nav, header, footer, aside, section[aria-label], dialog, [popover]"),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
  return found.map((one) => `${where} has outside of all landmarks: ${one}`)
}

/** All that is wrong with the page in view. The contrast of tokens is tested in unit/contrast.test.ts. */
export const faultsOf = async (phone: Phone, where: string): Promise<readonly string[]> => [
  ...(await spokenFigures(phone, where)),
  ...(await outsideLandmarks(phone, where)),
  ...(await lookInLight(phone, where)),
  ...(await lookAtWidths(phone, where)),
]
