/**
 * The packaged browser is the fallback, so it has to work with its own libraries and fonts alone.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { launchChromium } from "../support/browser.ts"
import { packagedBrowser } from "../support/chromium.ts"

it("draws a form in the packaged browser with no font of the machine", { tags: ["exhaustive"] }, async () => {
  const { path, env } = await packagedBrowser()
  const own = readFileSync(env.FONTCONFIG_FILE ?? "", "utf8")
  const alone = join(env.FONTCONFIG_FILE ?? "", "..", "alone.conf")
  writeFileSync(alone, own.replace(/<include.*/, ""))
  const browser = await launchChromium({ path, env: { ...env, FONTCONFIG_FILE: alone } })
  try {
    const page = await browser.newPage()
    await page.setContent("<label>Name <input autofocus></label><select><option>₦ ▲ ▼</select>")
    await page.getByLabel("Name").fill("Ada")
    expect((await page.screenshot()).length).toBeGreaterThan(0)
    expect(await page.getByLabel("Name").inputValue()).toBe("Ada")
  } finally {
    await browser.close()
  }
})
