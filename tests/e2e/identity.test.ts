// @module-tag exhaustive
import { expect, it } from "vitest"
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
  await seeText(form(phone), text("realname.same-picture"))
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
