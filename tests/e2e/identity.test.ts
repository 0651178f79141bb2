// @module-tag exhaustive
/** The real-name check: a rejected one keeps what was sent, but for the ID number. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { upload } from "../../src/contract/endpoints.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { button, field, pauseOfAThumb, seeBusy, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()

const form = ({ page }: Phone) => page.locator("[data-page=realname]").filter({ visible: true })
const removals = (phone: Phone) => form(phone).getByRole("button", { name: text("ui.file.remove") })
const seePictures = (phone: Phone, count: number) => seeEqual(() => removals(phone).count(), count)
const submitButton = (phone: Phone) => button(form(phone), text("realname.submit"))
const submit = (phone: Phone) => submitButton(phone).click()
const seeSent = (phone: Phone) => seeBusy(submitButton(phone), false)

/** Holds the next picture that is sent. Returns the release. */
const holdUpload = async (page: Page): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(`**/${upload.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const addPicture = async (phone: Phone, side: "frontId" | "backId"): Promise<void> =>
  await form(phone)
    .locator(`[data-field=${side}] input[type=file]`)
    .first()
    .setInputFiles(await proof())

/** A member whose check was sent and rejected. */
const rejected = async () => {
  const { member, phone } = await site.welcome()
  await phone.page.goto("/pages/realname_auth/index")
  await field(form(phone), text("realname.name")).fill("Ada Obi")
  await field(form(phone), text("realname.id-number")).fill("A1234513")
  await submit(phone)
  await addPicture(phone, "frontId")
  await addPicture(phone, "backId")
  await seePictures(phone, 2)
  await seeSent(phone)
  await pauseOfAThumb(phone.page)
  await submit(phone)
  await seeText(form(phone), text("realname.rejected"), 3 * SOON_MS)
  return { member, phone }
}

const invalidFields = (phone: Phone) => form(phone).locator("[aria-invalid=true]").count()

it("keeps the pictures of a rejected check, opens without old errors, and can be sent again as it stands", async () => {
  const { member, phone } = await rejected()
  expect(await invalidFields(phone)).toBe(0)
  await seeValue(field(form(phone), text("realname.name")), "Ada Obi")
  // a secret leaves the page once it is accepted
  await seeValue(field(form(phone), text("realname.id-number")), "")
  await seePictures(phone, 2)
  const before = await callServer(site.url(), "realNameDetail", {}, { token: member.token })
  await phone.page.reload()
  await seeText(form(phone), text("realname.rejected"))
  await seePictures(phone, 2)
  expect(await invalidFields(phone)).toBe(0)
  await submit(phone)
  await seeText(form(phone), text("realname.step.review"))
  const after = await callServer(site.url(), "realNameDetail", {}, { token: member.token })
  expect(Number(fieldOf(after, "submitted_at_ms"))).toBeGreaterThan(
    Number(fieldOf(before, "submitted_at_ms")),
  )
  expect(problemsOf(phone)).toEqual([])
})

it("asks for a picture that was removed, sends one again whose upload failed, and keeps over a reload what a member changed of a rejected check", async () => {
  const { phone } = await rejected()
  await seePictures(phone, 2)
  const name = field(form(phone), text("realname.name"))
  await name.fill("Ada Obi-Eze")
  await removals(phone).last().click()
  await seePictures(phone, 1)
  await pauseOfAThumb(phone.page)
  await submit(phone)
  await seeText(form(phone), text("error.field.choose.backId"))
  const { page, window } = phone
  await window.context.setOffline(true)
  await addPicture(phone, "backId")
  await seeText(form(phone), text("error.no-answer.network"))
  await seeSent(phone)
  await window.context.setOffline(false)
  const release = await holdUpload(page)
  await button(form(phone), text("ui.retry")).click()
  await seeBusy(submitButton(phone), true)
  release()
  await seeSent(phone)
  await seePictures(phone, 2)
  await seeEqual(() => button(form(phone), text("ui.retry")).count(), 0)
  await seeEqual(() => invalidFields(phone), 0)
  await phone.page.reload()
  await seeText(form(phone), text("realname.rejected"))
  await seeValue(name, "Ada Obi-Eze")
  await seePictures(phone, 2)
  expect(problemsOf(phone)).toEqual([])
})
