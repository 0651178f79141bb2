import { expect, it } from "vitest"
import { type Route, urlOf } from "../../src/navigation/routes.ts"
import {
  addressOf,
  guestRoutes,
  lookAtWidths,
  memberRoutes,
  memberWithRecords,
  settle,
  spareMemory,
} from "./every-page.ts"
import { speakAtLength } from "./long-words.ts"
import { openSite } from "./site.ts"

const site = openSite()

it("has room for words that are longer than those of any language, with text of twice the size too", async () => {
  const records = await memberWithRecords(site)
  const { member } = records
  const phone = await site.openDevice()
  await spareMemory(phone)
  await speakAtLength(phone.page)
  const found: string[] = []
  const lookAt = async (routes: readonly Route[]) => {
    for (const route of routes) {
      await phone.page.goto(addressOf(route, records))
      await settle(phone, route)
      found.push(...(await lookAtWidths(phone, route.name)))
    }
  }
  await lookAt(guestRoutes.filter(({ name }) => name !== "loading" && name !== "empty"))
  await phone.page.goto(urlOf("login"))
  const { page } = phone
  await page.locator("input[name=username]").fill(member.username)
  await page.locator("input[name=password]").fill(member.password)
  await page.locator("button[type=submit]").click()
  await page.locator("[data-page=home]").waitFor()
  await lookAt(memberRoutes)
  expect(found).toEqual([])
})
