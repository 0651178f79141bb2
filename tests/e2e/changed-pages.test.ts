/** How `npm run mutate:sources` brings a change of a source into the pages of a browser test. */
import { afterEach, expect, it } from "vitest"
import { bringChanges } from "../../scripts/mutate/browser-changes.ts"
import { workerBrowser } from "../support/browser.ts"

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const openWith = async (active: string | null, onReached: (change: string) => void) => {
  const context = await (await workerBrowser()).newContext()
  opened.push(() => context.close())
  await bringChanges(context, active, onReached)
  return await context.newPage()
}

it("makes it active in every page before a script runs, also after a reload", async () => {
  const page = await openWith("7", () => {
    throw new Error("nothing is counted while a change is active")
  })
  await page.goto("data:text/html,<script>document.title = __stryker__.activeMutant</script>")
  expect(await page.title()).toBe("7")
  await page.reload()
  expect(await page.title()).toBe("7")
})

it("without one says which changes a page reaches, each once", async () => {
  const reached: string[] = []
  const page = await openWith(null, (change) => reached.push(change))
  const script = "const hits = __stryker__.mutantCoverage.static; for (const id of [3, 3, 5]) hits[id] = 1"
  await page.goto(`data:text/html,<script>${script}</script>`)
  await expect.poll(() => reached).toEqual(["3", "5"])
  expect(await page.evaluate(() => globalThis.__stryker__?.activeMutant ?? null)).toBe(null)
})
