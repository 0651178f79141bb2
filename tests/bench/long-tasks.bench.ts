/** How long the first visit of a slow phone keeps it from answering a touch. */
import type { Browser } from "playwright-core"
import { openPhone, type WindowOptions } from "../support/browser.ts"
import { bench } from "./harness.ts"
import { openSite, slowDown } from "./site.ts"

/** Home stands after half of it; the rest of the page follows in slices. */
const WATCHED_MS = 6_000
/** A task is long beyond it. */
const LONG_MS = 50

/** The tasks of the main thread that took longer than 50 ms, in ms. */
const longTasks = async (browser: Browser, options: WindowOptions): Promise<readonly number[]> => {
  const phone = await openPhone(browser, options)
  const { page, close } = phone
  await slowDown(phone)
  await page.goto("/", { waitUntil: "commit" })
  const tasks = await page.evaluate(
    (watchedMs) =>
      new Promise<readonly number[]>((resolve) => {
        const seen: number[] = []
        const observer = new PerformanceObserver((list) =>
          seen.push(...list.getEntries().map(({ duration }) => duration)),
        )
        observer.observe({ type: "longtask", buffered: true })
        setTimeout(() => resolve(seen), watchedMs)
      }),
    WATCHED_MS,
  )
  await close()
  return tasks
}

for (const [name, figureOf, subjectAtMost] of [
  ["longest task", (tasks: readonly number[]) => Math.max(0, ...tasks), 120],
  [
    "blocking beyond 50 ms",
    (tasks: readonly number[]) => tasks.reduce((total, ms) => total + ms - LONG_MS, 0),
    150,
  ],
] as const)
  bench(`home, first visit with a session: ${name}`, async () => {
    const { url, join, browser, close } = await openSite()
    const { storageState } = await join("long.tasks")
    return {
      floorIs: "the login page",
      runs: 5,
      floor: async () => figureOf(await longTasks(browser, { url })),
      subject: async () => figureOf(await longTasks(browser, { url, storageState })),
      reach: { subjectAtMost },
      close,
    }
  })
