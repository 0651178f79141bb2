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

/** Counts the fades that begin from now on, such as that of a toast that leaves. Returns the number so far. */
const countFades = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const name = "fadesBegun"
    const begun = (): number => Number(Reflect.get(globalThis, name) ?? -1)
    if (begun() < 0) {
      Reflect.set(globalThis, name, 0)
      const count = () => Reflect.set(globalThis, name, begun() + 1)
      for (const type of ["transitionrun", "animationstart"]) document.addEventListener(type, count, true)
    }
    return begun()
  })

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"]

/** Scans again after a scan during which a fade began, a few times. */
const SCANS_MOST = 5

/**
 * Accessibility violations of the visible page, one line each. `rules` and `within` narrow the
 * scan.
 */
export async function accessibilityProblems(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<readonly string[]> {
  // One document and violations only: less than half the time, with the same violations.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] })
  if (within !== undefined) builder.include(within)
  const scanner = rules ? builder.withRules([...rules]) : builder
  const scan = async (left: number): Promise<Violations> => {
    await seeFadesEnd(page)
    const before = await countFades(page)
    const { violations } = await scanner.analyze()
    const isStill = (await countFades(page)) === before
    return violations.length === 0 || isStill || left === 1 ? violations : await scan(left - 1)
  }
  const violations = await scan(SCANS_MOST)
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id} (${violation.impact}): ${node.target.join(" ")}: ${violation.help}`,
    ),
  )
}
