/** The actors of every visit: their names, and what they leave on the device. */
import { expect, it } from "vitest"
import { memoryArea } from "../support/in-process-runtime.ts"
import { siteOf, visitorApps } from "../support/visitor-app.ts"

const openVisitorApp = visitorApps()

it("an actor of a visit has the id under which it is found", async () => {
  const { boot } = await openVisitorApp()
  const ids = Object.values(boot).map(({ id }) => id)
  expect(ids).toEqual(Object.keys(boot))
})

it("the preferences of a visit hold in the next one on this device", async () => {
  const area = memoryArea()
  const preferred = async () => {
    const { boot } = await openVisitorApp("/", siteOf(), area)
    const { locale, theme, colours, areAmountsHidden } = boot.startup.getSnapshot().context
    return { boot, preferences: { locale, theme, colours, areAmountsHidden } }
  }
  const { boot, preferences } = await preferred()
  expect(preferences).toEqual({ locale: "de", theme: "system", colours: null, areAmountsHidden: false })
  boot.startup.send({ type: "startup.setLocale", locale: "ja" })
  boot.startup.send({ type: "startup.setTheme", theme: "dark" })
  boot.startup.send({ type: "startup.setColours", colours: "green-up" })
  boot.startup.send({ type: "startup.hideAmounts", hidden: true })
  const next = await preferred()
  expect(next.preferences).toEqual({
    locale: "ja",
    theme: "dark",
    colours: "green-up",
    areAmountsHidden: true,
  })
})
