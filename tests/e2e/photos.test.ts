import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { UPLOAD_SIDE_PX } from "../../src/domain/limits.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const BACKGROUND = { channels: 3 as const, background: "#135e5a" }

interface Picture {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photograph as a phone takes it: pixels of which no two are alike, turned by a quarter. */
const photograph = async (): Promise<Picture> => {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 }
  const image = sharp({ create: { width: 3_000, height: 2_000, ...BACKGROUND, noise } })
  const buffer = await image.withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer()
  return { name: "IMG_0001.jpeg", mimeType: "image/jpeg", buffer }
}

const front = ({ page }: Phone) => page.locator("[data-field=frontId]").filter({ visible: true })

/** Opens the real-name page and collects the pictures that are sent from it. */
const open = async () => {
  const { phone } = await site.welcome()
  const sent: Buffer[] = []
  await phone.page.route("**/api/upload/image", async (route) => {
    const body = route.request().postDataBuffer()
    if (body) sent.push(body.subarray(body.indexOf("\r\n\r\n") + 4, body.lastIndexOf("\r\n--")))
    await route.continue()
  })
  await phone.page.goto(urlOf("realname"))
  const pick = async (file: Picture): Promise<void> =>
    void (await front(phone).locator("input[type=file]").first().setInputFiles(file))
  const seeStored = async (): Promise<void> => {
    await seeEqual(async () => sent.length, 1)
    await seeEqual(() => front(phone).getByRole("progressbar").count(), 0)
    await button(front(phone), text("ui.file.remove")).waitFor()
    expect(await front(phone).getByRole("alert").count()).toBe(0)
  }
  /** The problem, and no second try of what would fail again. */
  const seeRefused = async (words: string): Promise<void> => {
    await seeText(front(phone), words)
    expect(await button(front(phone), text("ui.retry")).count()).toBe(0)
    await button(front(phone), text("ui.file.remove")).waitFor()
  }
  return { phone, sent, pick, seeStored, seeRefused }
}

describe("a photograph", () => {
  it("is shrunk on the device, upright, before it is sent", async () => {
    const { phone, sent, pick, seeStored } = await open()
    const original = await photograph()
    await pick(original)
    await seeStored()
    const copy = sent[0] ?? Buffer.alloc(0)
    expect(copy.length).toBeLessThan(original.buffer.length / 2)
    const { format, width, height, orientation } = await sharp(copy).metadata()
    expect({ format, width, height }).toEqual({
      format: "jpeg",
      width: (UPLOAD_SIDE_PX * 2) / 3,
      height: UPLOAD_SIDE_PX,
    })
    expect(orientation ?? 1).toBe(1)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("a picture that cannot be taken", () => {
  it("that the server refuses is not offered a second try", { tags: ["exhaustive"] }, async () => {
    const { sent, pick, seeRefused } = await open()
    await pick({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") })
    await seeRefused(text("error.upload.type"))
    expect(sent).toHaveLength(1)
  })
})
