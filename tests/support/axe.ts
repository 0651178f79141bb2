import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** Accessibility violations of the page as it is shown now, one line each; empty when there are none. `rules`: only these, instead of all; `within`: only what is in there. */
export async function accessibilityProblems(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<readonly string[]> {
  // within one document, and without an account of what is right: each scan takes less than half as long, and what is wrong is told all the same
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] })
  if (within !== undefined) builder.include(within)
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze()
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(" ")}: ${violation.help}`,
    ),
  )
}
