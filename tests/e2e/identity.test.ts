/** The real-name check: a rejected one keeps what was sent. */
import { expect, it } from "vitest"
import { callServer, fieldOf } from "../support/app.ts"
import { button, field, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf, proof } from "./site.ts"

const site = openSite()

it("keeps the pictures of a rejected check, opens without old errors, and can be sent again as it stands", async () => {
  const { member, phone } = await site.welcome()
  const { page } = phone
  const own = page.locator("[data-page=realname]").filter({ visible: true })
  const removals = () => own.getByRole("button", { name: text("ui.file.remove") }).count()
  await page.goto("/pages/realname_auth/index")
  await field(own, text("realname.name")).fill("Ada Obi")
  await field(own, text("realname.id-number")).fill("A1234513")
  await button(own, text("realname.submit")).click()
  await own
    .locator("[data-field=frontId] input[type=file]")
    .first()
    .setInputFiles(await proof())
  await own
    .locator("[data-field=backId] input[type=file]")
    .first()
    .setInputFiles(await proof())
  await seeEqual(removals, 2)
  await seeEqual(() => button(own, text("realname.submit")).getAttribute("aria-busy"), null)
  await page.waitForTimeout(400)
  await button(own, text("realname.submit")).click()
  await seeText(own, text("realname.rejected"), 3 * SOON_MS)
  expect(await own.locator("[aria-invalid=true]").count()).toBe(0)
  await seeValue(field(own, text("realname.name")), "Ada Obi")
  await seeEqual(removals, 2)
  const before = await callServer(site.url(), "realNameDetail", {}, { token: member.token })
  await page.reload()
  await seeText(own, text("realname.rejected"))
  await seeEqual(removals, 2)
  expect(await own.locator("[aria-invalid=true]").count()).toBe(0)
  await button(own, text("realname.submit")).click()
  await seeText(own, text("realname.step.review"))
  const after = await callServer(site.url(), "realNameDetail", {}, { token: member.token })
  expect(Number(fieldOf(after, "submitted_at_ms"))).toBeGreaterThan(
    Number(fieldOf(before, "submitted_at_ms")),
  )
  expect(problemsOf(phone)).toEqual([])
})
