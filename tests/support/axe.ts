import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** Accessibility violations of the page as it is shown now, one line each; empty when there are none. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(" ")}: ${violation.help}`,
    ),
  )
}
