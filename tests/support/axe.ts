import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** A text that is half faded in has another contrast than the one it is read with. */
const seeFadesEnd = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ playState, timeline, effect }) => {
      // one that follows the scroll position runs for good, as does a skeleton
      const ends = timeline === document.timeline && Number.isFinite(effect?.getComputedTiming().endTime)
      return playState !== "running" || !ends
    }),
  )

/**
 * Accessibility violations of the visible page, one line each. `rules` and `within` narrow the
 * scan.
 */
export async function accessibilityProblems(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<readonly string[]> {
  await seeFadesEnd(page)
  // One document and violations only: less than half the time, with the same violations.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] })
  if (within !== undefined) builder.include(within)
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze()
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(" ")}: ${violation.help}`,
    ),
  )
}
