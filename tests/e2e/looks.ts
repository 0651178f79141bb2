/** Looks at pages of the app from inside, so that each look is one painted state. */
import type { Page } from "playwright-core"
import { text } from "./page-models/texts.ts"

export const LOOK_EVERY_MS = 100

/** A row of a list: its record, its words, and its exact amounts in order. */
export interface Row {
  readonly id: string
  readonly words: string
  readonly amounts: readonly string[]
}

/** Exact amounts by their label. */
export type Figures = ReadonlyArray<readonly [label: string, value: string]>

/** What one page shows at one moment. */
export interface Look {
  readonly atMs: number
  readonly words: string
  /** All exact amounts and prices of the page, in order. */
  readonly amounts: readonly string[]
  readonly figures: Figures
  /** The figures of the sheet that is open. */
  readonly sheet: Figures
  /** What is said beside the field of the amount. */
  readonly hint: string
  /** The name of the button that fills in the greatest amount. */
  readonly most: string
  /** The total of the holdings. */
  readonly total: string | null
  /** Rows of lists; on a page with contracts those of the list that is shown. */
  readonly rows: readonly Row[]
  /** The contracts whose end the app has received for longer than a paint. */
  readonly ended: readonly string[]
}

/** The last figure of this label; undefined while there is none. */
export const figureIn = (figures: Figures, label: string): string | undefined =>
  figures.findLast(([own]) => own === text(label))?.[1]

/** The amounts of naira in a text of the English app. */
export const amountsIn = (words: string): readonly string[] =>
  [...words.matchAll(/₦([\d,]+\.\d\d)/gu)].map(([, digits = ""]) => digits.replaceAll(",", ""))

/**
 * Notes in the page when an event of a contract's end has arrived and the page has come to rest
 * since: what React has begun to render by then is rendered, however slow the machine is.
 */
export const noteEnds = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ends = new Map<string, number>()
    Object.assign(window, { contractEnds: ends })
    const states = ["settled", "stopped_out", "closed_early", "cancelled"]
    const listen = (socket: WebSocket) =>
      socket.addEventListener("message", ({ data }) => {
        if (!String(data).startsWith('{"type":"member"')) return
        for (const { subject, kind, to } of JSON.parse(String(data)).events)
          if (kind === "order" && states.includes(to))
            requestIdleCallback(() => ends.set(subject, performance.now()))
      })
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        listen(this)
      }
    }
  })

/** Looks at one page of the app until `stopLooking` or the time is over. */
export const lookAt = (page: Page, name: string, forMs: number): Promise<readonly Look[]> =>
  page.evaluate(
    async ([own, everyMs, lengthMs, parts]) => {
      const looks: Look[] = []
      /** Between two paints a row may be newer than the total that is drawn with it. */
      const nextPaint = () =>
        new Promise<void>((resolve) => {
          const observer = new ResizeObserver(() => {
            observer.disconnect()
            resolve()
          })
          // observers run after all that was to be drawn with this frame
          requestAnimationFrame(() => observer.observe(document.documentElement))
        })
      const all = (within: Element | null | undefined, query: string) => [
        ...(within?.querySelectorAll(query) ?? []),
      ]
      const valueIn = (element: Element | null | undefined) =>
        element?.querySelector("data[value]")?.getAttribute("value") ?? null
      const amountsOf = (element: Element) =>
        all(element, "data[value]").map((each) => each.getAttribute("value") ?? "")
      /** Lists of figures, and amounts under a paragraph that names them. */
      const figuresOf = (element: Element | null | undefined) => {
        const listed = all(element, "dl > div").map((row): [Element, string | undefined, Element | null] => [
          row,
          row.querySelector("dt")?.firstChild?.textContent ?? undefined,
          row.querySelector("dd"),
        ])
        const headed = all(element, "p + p").map((value): [Element, string | undefined, Element] => [
          value,
          value.previousElementSibling?.textContent,
          value,
        ])
        return [...headed, ...listed].flatMap(([place, label, value]) => {
          const amount = valueIn(value)
          const isElsewhere = place.closest("dialog") !== element && element?.tagName === "DIALOG"
          const isInSheet = place.closest("dialog") !== null && element?.tagName !== "DIALOG"
          if (amount === null || label === undefined || isElsewhere || isInSheet) return []
          return [[label, amount] as const]
        })
      }
      const rowsOf = (element: Element | null) => {
        const panel = element?.querySelector("[role=tabpanel]") ?? element
        return all(panel, "li").map((row) => ({
          id: row.querySelector("a")?.getAttribute("href")?.split("id=")[1] ?? "",
          words: row.textContent ?? "",
          amounts: amountsOf(row),
        }))
      }
      const hintOf = (element: Element | null) => {
        const field = element?.querySelector("input[name=stake], input[name=amount]")
        const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? []
        return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ")
      }
      const known: unknown = Reflect.get(window, "contractEnds")
      const ends: ReadonlyMap<string, number> = known instanceof Map ? known : new Map()
      const untilMs = performance.now() + lengthMs
      while (performance.now() < untilMs && !Reflect.has(window, "isLookedAt")) {
        await new Promise((resolve) => setTimeout(resolve, everyMs))
        await nextPaint()
        const shown = document.querySelector(`[data-page="${own}"]`)
        const atMs = performance.now()
        const most = shown?.querySelector(`[role=group][aria-label="${parts}"] button:last-child`)
        looks.push({
          atMs,
          words: shown?.textContent ?? "",
          amounts: shown === null ? [] : amountsOf(shown),
          figures: figuresOf(shown),
          sheet: figuresOf(shown?.querySelector("dialog[open]")),
          hint: hintOf(shown),
          most: most?.getAttribute("aria-label") ?? "",
          total: valueIn(shown?.querySelector("[aria-labelledby=live-total]")),
          rows: rowsOf(shown),
          ended: [...ends].filter(([, sinceMs]) => atMs - sinceMs > everyMs).map(([id]) => id),
        })
      }
      return looks
    },
    [name, LOOK_EVERY_MS, forMs, text("ui.parts.label")] as const,
  )

export const stopLooking = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { isLookedAt: true }))
