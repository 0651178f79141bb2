import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"

/** One drawn page. */
export interface Shot {
  readonly name: string
  readonly scheme: "light" | "dark"
  readonly image: Buffer
  /** Name of the sheet; a long one is continued on further sheets. */
  readonly sheet: string
}

/** More on a sheet could not be read. */
const SHOTS_PER_SHEET = 8
const SHEET_WIDTH_PX = 1600

const markup = (title: string, shots: readonly Shot[]): string => {
  const columns = title.startsWith("phone") ? 4 : 2
  const figures = shots.map(
    ({ name, image }) =>
      `<figure><img src="data:image/png;base64,${image.toString("base64")}"><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html><title>${title}</title><style>
    body { margin: 12px; font: 14px sans-serif; background: #888; color: #fff }
    main { display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 12px }
    h1 { margin: 0 0 8px; font-size: 16px }
    figure { margin: 0 } img { display: block; inline-size: 100% } figcaption { padding-block: 4px }
  </style><h1>${title}</h1><main>${figures.join("")}</main>`
}

/** Writes each drawn page, and contact sheets of eight pages each, drawn by the browser. */
export const writeSheets = async (
  browser: Browser,
  folder: string,
  shots: readonly Shot[],
): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH_PX, height: 900 } })
  for (const { sheet, name, image } of shots) writeFileSync(join(folder, `${sheet}-${name}.png`), image)
  for (const [sheet, all] of Map.groupBy(shots, (shot) => shot.sheet))
    for (let first = 0; first < all.length; first += SHOTS_PER_SHEET) {
      const title = `${sheet}-sheet-${1 + first / SHOTS_PER_SHEET}`
      await page.setContent(markup(title, all.slice(first, first + SHOTS_PER_SHEET)))
      await page.screenshot({ path: join(folder, `${title}.png`), fullPage: true })
    }
  await page.close()
}
