// @module-tag exhaustive
/** What renders when an actor moves: only what shows the value that changed. */
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import sharp from "sharp"
import sirv from "sirv"
import { build } from "vite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openPhone, type Window, workerBrowser } from "../support/browser.ts"
import { seeEqual } from "./page-models/figures.ts"

let folder: string
let server: Server
let phone: Window

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "renders-"))
  await build({
    configFile: false,
    root: join(import.meta.dirname, "renders"),
    logLevel: "error",
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false, target: "esnext" },
  })
  server = createServer(sirv(folder, { single: true, dev: false }))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the page has no port")
  phone = await openPhone(await workerBrowser(), { url: `http://127.0.0.1:${address.port}` })
  // a picture is on its way for as long as the test lasts
  await phone.page.route("**/api/**", () => {})
  await phone.page.goto("/")
})
afterAll(async () => {
  await phone.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const rendersOf = (name: "upload" | "form"): Promise<number> =>
  phone.page.evaluate((each) => Number(Reflect.get(Reflect.get(globalThis, "counts"), each)), name)

const send = (
  id: string,
  ...events: readonly { readonly type: string; readonly [field: string]: unknown }[]
) =>
  phone.page.evaluate(
    async ([actor, sent]) => {
      for (const event of sent) {
        Reflect.get(globalThis, "send")(actor, event)
        // React renders each on its own
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    [id, events] as const,
  )

const stateOf = (id: string) =>
  phone.page.evaluate((actor) => String(Reflect.get(globalThis, "stateOf")(actor)), id)

it("a picture on its way renders the bar, and not what is around it", async () => {
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#135e5a" } })
    .png()
    .toBuffer()
  const input = phone.page.locator("input[type=file]").first()
  await input.setInputFiles({ name: "front.png", mimeType: "image/png", buffer })
  await seeEqual(() => stateOf("upload:front"), '"uploading"')
  const bar = phone.page.getByRole("progressbar")
  await bar.waitFor()
  const before = await rendersOf("upload")
  const shares = [0.2, 0.4, 0.6, 0.8]
  await send("upload:front", ...shares.map((share) => ({ type: "upload.progressed", share, at: 1 })))
  await seeEqual(() => bar.getAttribute("value"), "0.8")
  expect(await rendersOf("upload")).toBe(before)
  await send("upload:front", { type: "upload.stored", imageId: "i1", at: 1 })
  await seeEqual(() => bar.count(), 0)
  expect(await rendersOf("upload")).toBe(before + 1)
})

it("a form renders when a value, a problem or its phase changes, and for nothing else", async () => {
  await seeEqual(() => stateOf("form.login"), '{"editing":"untried"}')
  const before = await rendersOf("form")
  await send(
    "form.login",
    { type: "form.leave", field: "username", at: 1 },
    { type: "form.leave", field: "password", at: 1 },
    { type: "form.open", visit: "p2", at: 1 },
  )
  expect(await rendersOf("form")).toBe(before)
  await send("form.login", { type: "form.change", field: "username", value: "ada", at: 1 })
  await seeEqual(() => phone.page.getByLabel("Username").inputValue(), "ada")
  expect(await rendersOf("form")).toBe(before + 1)
  expect(phone.problems).toEqual([])
})
