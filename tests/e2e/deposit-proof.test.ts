// @module-tag exhaustive
/** The picture that a member reported a deposit with, in its record. */
import { describe, expect, it } from "vitest"
import { button } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()
const IMAGES = "**/files/*"

/** A member who has just reported a deposit. */
const accepted = async (): Promise<Phone> => {
  const { phone } = await site.welcome()
  const { deposit } = phone
  await deposit.open()
  await deposit.fill("USDT-TRC20", "1500", await proof())
  await deposit.submit()
  await deposit.seeAnswer("accepted")
  return phone
}

/** The same, before its record. */
const reported = async (): Promise<Phone> => {
  const phone = await accepted()
  await phone.deposit.goToRecords()
  await phone.deposit.seeRecords()
  return phone
}

const record = ({ page }: Phone) => page.locator("[data-page=recharge-record]").filter({ visible: true })

/** Answers requests for images with a status, until it is undone. */
const answerImages = async ({ page }: Phone, status: number) => {
  const asked: (string | undefined)[] = []
  await page.route(IMAGES, (route) => {
    asked.push(route.request().headers().token)
    return route.fulfill({ status, contentType: "application/json", body: "{}" })
  })
  return asked
}

describe("the proof of a deposit", () => {
  it("is asked for once, and again when its record is opened again", async () => {
    const phone = await reported()
    const asked: string[] = []
    phone.page.on("request", (request) => {
      if (/\/files\/[^/]+$/.test(request.url())) asked.push(request.method())
    })
    await phone.deposit.openRecord()
    await phone.deposit.seeProof()
    await phone.page.goBack()
    await phone.deposit.seeRecords()
    expect(asked).toEqual(["GET"])
    await phone.deposit.openRecord()
    await phone.deposit.seeProof()
    expect(asked).toEqual(["GET", "GET"])
    expect(problemsOf(phone)).toEqual([])
  })

  it("that the server cannot give now is asked for by the member's tap", async () => {
    const phone = await reported()
    const asked = await answerImages(phone, 503)
    await phone.deposit.openRecord()
    await seeText(record(phone), text("error.no-answer.server"))
    expect(asked.length).toBeGreaterThan(1)
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toMatch(/./)
    await phone.page.unroute(IMAGES)
    await button(record(phone), text("ui.retry")).click()
    await phone.deposit.seeProof()
    expect(await record(phone).getByText(text("error.no-answer.server")).count()).toBe(0)
  })
})
