// @module-tag exhaustive
/** An event store of a million events, in a real browser: what is read stays within its limit. */
import { join } from "node:path"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"
import { projectRoot } from "../../../scripts/child-process.ts"
import { launchBrowser } from "../../../tests/support/browser.ts"
import { listening } from "../../../tests/support/listening.ts"
import type { openEventStore as openStore } from "../src/event-store.ts"

const EVENTS = 1_000_000
const LIMIT = 10_000

declare const journal: { readonly openEventStore: typeof openStore }

/** The store as a script of a page. */
const script = async (): Promise<string> => {
  const bundle = await rolldown({ input: join(projectRoot, "packages/journal/src/event-store.ts") })
  const { output } = await bundle.generate({ format: "iife", name: "journal" })
  return output[0].code
}

/** Runs in the page. */
const fillAndRead = async ([events, limit]: readonly [number, number]) => {
  const store = await journal.openEventStore({ database: "big", readLimit: limit, onLost: () => {} })
  const rowsOf = (stream: string, from: number) =>
    Array.from({ length: limit }, (_, index) => ({
      ...{ stream, seq: from + index + 1 },
      event: { type: "loan.renew", at: index },
    }))
  for (let from = 0; from < events; from += limit) await store.append(rowsOf("big", from), false)
  await store.append(rowsOf("small", 0).slice(0, 10), true)
  const timed = async (stream: string) => {
    const startMs = performance.now()
    const { rows, isCut } = await store.read(stream, true)
    return { count: rows.length, last: rows.at(-1)?.seq, isCut, ms: performance.now() - startMs }
  }
  return { big: await timed("big"), small: await timed("small"), names: await store.streamsUnder("s") }
}

it("of which one stream is read to its limit, and another at once", { timeout: 300_000 }, async () => {
  const server = await listening((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>"),
  )
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.addScriptTag({ content: await script() })
  const { big, small, names } = await page.evaluate(fillAndRead, [EVENTS, LIMIT] as const)
  await browser.close()
  await server.close()
  expect(big).toMatchObject({ count: LIMIT, last: EVENTS, isCut: true })
  expect(big.ms).toBeLessThan(3_000)
  expect(small).toMatchObject({ count: 10, isCut: false })
  expect(small.ms).toBeLessThan(200)
  expect(names).toEqual(["small"])
})
