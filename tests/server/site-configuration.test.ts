/** What operators configure of the site's appearance and links, and what they are refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BRAND_ICON_SIDE_PX } from "../../server/core/image-encoding.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { tabOrderOf } from "../../src/domain/appearance.ts"
import { fieldOf, openApp, type TestApp } from "../support/app.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LINK_HOSTS: "help.example" })
})
afterAll(() => app.stop())

const operate = async (...words: readonly string[]): Promise<string> => {
  const answer = await sendCommand(app.dataDir, [...words, "--why", "a test"])
  return answer?.text ?? "no server"
}

/** A section of the configuration, as it is sent. */
const section = async (name: string): Promise<unknown> => fieldOf(await app.call("systemConfig", {}), name)

const folder = mkdtempSync(join(tmpdir(), "brand-"))
afterAll(() => rmSync(folder, { recursive: true }))

const picture = async (name: string, width: number, height: number): Promise<string> => {
  const path = join(folder, name)
  const pixels = { width, height, channels: 4 as const, background: "#7a1f5c80" }
  await sharp({ create: pixels }).png().toFile(path)
  return path
}

describe("the logo and the icon", () => {
  it("are served to every visitor under a name of their own, re-encoded, until they are replaced", async () => {
    expect(await section("logo")).toBe("/icon.svg")
    expect(await operate("appearance", "logo", await picture("a.png", 900, 300))).toMatch(/^Done/)
    const path = String(await section("logo"))
    expect(path).toMatch(/^\/brand\/logo-[0-9a-f]{16}\.webp$/)
    const served = await fetch(`${app.url}${path}`)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    })
    const { format, width, height } = await sharp(await served.arrayBuffer()).metadata()
    expect({ format, width, height }).toEqual({ format: "webp", width: 360, height: 120 })
    expect(await section("icon")).toBe("/icon.svg")
    expect(await operate("appearance", "logo", await picture("b.png", 400, 100))).toMatch(/^Done/)
    expect((await fetch(`${app.url}${path}`)).status).toBe(404)
    expect(await operate("appearance", "reset", "logo")).toMatch(/^Done/)
    expect(await section("logo")).toBe("/icon.svg")
  })

  it("are refused with a sentence where they cannot be used", async () => {
    const text = join(folder, "a.svg")
    writeFileSync(text, "<svg xmlns='http://www.w3.org/2000/svg'/>")
    const torn = join(folder, "torn.png")
    writeFileSync(torn, readFileSync(await picture("c.png", 300, 300)).subarray(0, 60))
    const large = join(folder, "large.png")
    writeFileSync(large, Buffer.alloc(2_000_001))
    for (const [which, file, sentence] of [
      ["logo", text, "no PNG, JPEG or WebP"],
      ["logo", torn, "no PNG, JPEG or WebP"],
      ["logo", join(folder, "none.png"), "cannot be read"],
      ["logo", large, "more than 2000000 bytes"],
      ["logo", await picture("low.png", 300, 20), "needs a height of 40 pixels. This one has 300 × 20"],
      ["icon", await picture("wide.png", 300, 200), "square"],
      ["icon", await picture("small.png", 64, 64), "needs 192 pixels"],
    ] as const)
      expect(await operate("appearance", which, file), sentence).toContain(sentence)
    expect([await section("logo"), await section("icon")]).toEqual(["/icon.svg", "/icon.svg"])
  })
})

describe("the accent and the tab bar", () => {
  it("are taken where the app can show them", async () => {
    expect(await operate("appearance", "accent", "#7A1F5C")).toMatch(/^Done/)
    expect(await operate("appearance", "tabs", "my,hold,trade,optional,home")).toMatch(/^Done/)
    expect(await section("style")).toEqual({ theme: "system", accent: "#7a1f5c" })
    const pages = Reflect.get(Object(await section("tabbar")), "pages")
    expect(tabOrderOf(pages)).toEqual(["my", "hold", "trade", "optional", "home"])
    await app.advance(10_000)
    expect((await fetch(app.url)).headers.get("server-timing")).toContain('config;desc="shown"')
    for (const part of ["accent", "tabs"]) expect(await operate("appearance", "reset", part)).toMatch(/^Done/)
    expect(await section("style")).toEqual({ theme: "system" })
  })

  it("are refused with the reason where it cannot", async () => {
    for (const [part, value, sentence] of [
      ["accent", "#ffcc00", "has a contrast of"],
      ["accent", "red", "Not a colour"],
      ["tabs", "home,optional,trade,hold,home", "tabBar page /pages/tabbar/home/index already exists"],
      ["tabs", "home,optional,trade,hold,wallet", "page /pages/tabbar/wallet/index is not found"],
      ["tabs", "home,trade", "every tab page"],
      ["reset", "theme", "must be one of logo, icon, accent, tabs"],
    ] as const)
      expect(await operate("appearance", part, value)).toContain(sentence)
    expect(await section("style")).toEqual({ theme: "system" })
  })
})

describe("the manifest of an installed app", () => {
  it("has the operator's icon and accent until they are reset", async () => {
    const manifest = async (method = "GET") => {
      const answer = await fetch(`${app.url}/manifest.webmanifest`, { method })
      return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() }
    }
    const own = await manifest()
    expect(await operate("appearance", "icon", await picture("icon.png", 600, 600))).toMatch(/^Done/)
    expect(await operate("appearance", "accent", "#7a1f5c")).toMatch(/^Done/)
    const branded = await manifest()
    expect(branded.type).toBe("application/manifest+json")
    const sizes = `${BRAND_ICON_SIDE_PX}x${BRAND_ICON_SIDE_PX}`
    expect(JSON.parse(branded.text)).toEqual({
      ...JSON.parse(own.text),
      theme_color: "#7a1f5c",
      icons: [{ src: await section("icon"), sizes, type: "image/webp" }],
    })
    expect(await manifest("HEAD")).toEqual({ ...branded, text: "" })
    for (const part of ["icon", "accent"]) expect(await operate("appearance", "reset", part)).toMatch(/^Done/)
    expect(await manifest()).toEqual(own)
  })
})

describe("pages elsewhere", () => {
  it("are listed for the account page, https and on an allowed host", async () => {
    const pages = async () => Reflect.get(Object(await section("webPage")), "pages")
    const add = (name: string, url: string) => operate("pages", "add", name, url)
    expect(await pages()).toEqual([])
    expect(await add("News", "http://help.example/news")).toContain("https")
    expect(await add("News", "https://evil.example/")).toContain("LINK_HOSTS")
    expect(await add("<i></i>", "https://help.example/")).toContain("1 to 40 characters")
    expect(await add("News", "https://help.example/news")).toBe("Done.")
    expect(await pages()).toEqual([{ name: "News", url: "https://help.example/news" }])
    expect(await section("share_list")).toEqual([])
    expect(await operate("pages", "remove", "News")).toBe("Done.")
    expect(await pages()).toEqual([])
  })
})
