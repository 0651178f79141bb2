/** Design units: the adapter's function and, after a resize, the style sheets in a browser. */
import type { Page } from "playwright-core"
import { designPx, designRemPx, type Viewport } from "../adapters/design-units.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { type Rule, wantedBy } from "../better.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { meantBy } from "../values.ts"

const GIVEN = /^(viewportWidth|devicePixelRatio|pixelRatio|dpr|platform)$/
const STEP = /^(convert|width|resizeTo)$/
const HEIGHT_PX = 800

/** "upx2px(100)", "rpx(100)": the key of one conversion. */
const LENGTH_KEY = /^\w+\((-?\d+(?:\.\d+)?)\)$/

const rounded = (px: number): number => Math.round(px * 10_000) / 10_000

const screenOf = ({ given }: Case, widthPx: number): Viewport => {
  const ratio = ["devicePixelRatio", "pixelRatio", "dpr"].reduce(
    (found, key) => numberIn(given, key, found),
    1,
  )
  return { widthPx, hasHairline: given.platform === "ios" && ratio > 1 }
}

/** Null stands for NaN, as in JSON. */
const converted = (written: unknown, screen: Viewport): number | null => {
  const units = meantBy(written)
  const px = designPx(typeof units === "string" ? units : Number(units), screen)
  return Number.isNaN(px) ? null : px
}

const measured = async (page: Page, expression: string): Promise<number> =>
  await page.evaluate((width) => {
    const box = document.createElement("div")
    document.body.append(box)
    box.style.position = "absolute"
    // browsers round lengths, so a thousand units are measured
    box.style.width = `calc(1000 * ${width})`
    const px = box.getBoundingClientRect().width / 1000
    box.remove()
    return px
  }, expression)

/** Lengths in the current window. Those of the style sheets are rounded to whole pixels. */
const afterResize = async (testCase: Case, page: Page): Promise<Plain> => {
  const lengths: Record<string, number> = {}
  for (const key of Object.keys(testCase.then)) {
    const units = LENGTH_KEY.exec(key)?.[1]
    if (units !== undefined) lengths[key] = Math.round(await measured(page, `${units} * var(--rpx)`))
  }
  return { ...lengths, rootFontSizePx: rounded(await measured(page, "var(--design-rem)")) }
}

const observe = async (testCase: Case, { page }: Tools): Promise<Plain> => {
  onlyKnown("given", testCase.given, GIVEN)
  let widthPx = numberIn(testCase.given, "viewportWidth", 375)
  const px: (number | null)[] = []
  let seen: Plain = {}
  for (const step of testCase.when) {
    onlyKnown("when", step, STEP)
    if ("convert" in step)
      px.push(converted(step.convert, screenOf(testCase, numberIn(step, "width", widthPx))))
    if (!("resizeTo" in step)) {
      if ("convert" in step) continue
      throw new Error(`the step ${JSON.stringify(step)} is not understood`)
    }
    const shown = await page()
    await shown.setViewportSize({ width: widthPx, height: HEIGHT_PX })
    widthPx = numberIn(step, "resizeTo", widthPx)
    await shown.setViewportSize({ width: widthPx, height: HEIGHT_PX })
    seen = await afterResize(testCase, shown)
  }
  const screen = screenOf(testCase, widthPx)
  const direct = Object.keys(testCase.then).flatMap((key) => {
    const units = LENGTH_KEY.exec(key)?.[1]
    return units === undefined ? [] : [[key, converted(units, screen)] as const]
  })
  const shownPx = typeof testCase.then.px === "number" && px.length === 1 ? px[0] : px
  return {
    ...Object.fromEntries(direct),
    rootFontSizePx: rounded(designRemPx(widthPx)),
    ...seen,
    px: shownPx,
  }
}

/** "recompute on resize: 107": the number is the expected length. */
const recomputed: Rule = (words, { then }) => {
  const number = /(-?\d+(?:\.\d+)?)\s*(?:px)?\s*$/.exec(words)?.[1]
  const keys = Object.keys(then).filter((key) => LENGTH_KEY.test(key) || key === "px")
  if (number === undefined || !/recompute|resize|follow/.test(words) || keys.length === 0) return null
  const { rootFontSizePx } = then
  const lengths = Object.fromEntries(
    keys.map((key) => [key, Array.isArray(then[key]) ? [Number(number)] : Number(number)]),
  )
  return { ...(rootFontSizePx !== undefined && { rootFontSizePx }), ...lengths }
}

export const unitsArea: Area = {
  observe,
  wanted: wantedBy(recomputed),
}
