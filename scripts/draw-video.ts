/**
 * `node scripts/draw-video.ts` redraws public/media/company.webm, which is committed. The browser of the
 * tests draws each frame on a canvas and encodes it (VP9). The video has neither sound nor words: its
 * captions, one public/media/company.LOCALE.vtt for each language, are written by hand.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { launchBrowser } from "../tests/support/browser.ts"
import { projectRoot } from "./child-process.ts"
import { type DrawnFrame, facts } from "./video/company.ts"
import { packWebm } from "./video/webm.ts"

const drawing = stripTypeScriptTypes(readFileSync(join(projectRoot, "scripts/video/company.ts"), "utf8"))

const browser = await launchBrowser()
try {
  const page = await browser.newPage()
  // encoders exist in a secure context only
  await page.route("https://video.test/**", (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ body: drawing, contentType: "text/javascript" })
      : route.fulfill({ body: "<!doctype html>", contentType: "text/html" }),
  )
  await page.goto("https://video.test/")
  const frames = await page.evaluate<readonly DrawnFrame[]>(
    `import("/company.js").then(({ drawCompany }) => drawCompany())`,
  )
  const packed = frames.map(({ base64, ...frame }) => ({ ...frame, bytes: Buffer.from(base64, "base64") }))
  const file = packWebm(facts, packed)
  const folder = join(projectRoot, "public/media")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "company.webm"), file)
  console.log(`company.webm: ${file.length} bytes, ${frames.length} frames`)
} finally {
  await browser.close()
}
