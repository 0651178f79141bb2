// @module-tag exhaustive
/**
 * The package as another project gets it: built, packed, unpacked beside its peers, used by a sample
 * app in a real browser.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { extname, join } from "node:path"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { run } from "../../../scripts/child-process.ts"
import { accessibilityProblems } from "../../../tests/support/axe.ts"
import { launchBrowser } from "../../../tests/support/browser.ts"
import {
  installPackage,
  installWithPeers,
  judgementOf,
  type OtherProject,
} from "../../../tests/support/installed-package.ts"
import { listening } from "../../../tests/support/listening.ts"

let project: OtherProject

/** What the sample's package.json and the package's peers ask for, from this repository. */
const PEERS = [
  "@types/react",
  "@types/react-dom",
  "@xstate/react",
  "csstype",
  "elkjs",
  "react",
  "react-dom",
  "scheduler",
  "use-isomorphic-layout-effect",
  "use-sync-external-store",
  "vite",
  "xstate",
]

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
}

/** Serves the sample as it was built. */
const serve = (folder: string) =>
  listening(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost")
    const file = join(folder, "dist", pathname === "/" ? "index.html" : pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
    return response.end(readFileSync(file))
  })

let server: Awaited<ReturnType<typeof serve>> | undefined
let browser: Browser | undefined

beforeAll(async () => {
  project = await installPackage("console", "coffee-machine", PEERS)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  project.remove()
})

it("has a style sheet that begins with the order of its layers", () => {
  const sheet = readFileSync(join(project.installed, "dist/console.css"), "utf8")
  expect(/@layer [^{;]*[{;]/.exec(sheet)?.[0]).toMatch(
    /^@layer console\.base, ?console\.parts, ?console\.panels;$/,
  )
})

it("has types that the sample app compiles with", { timeout: 120_000 }, async () => {
  expect((await run("tsc", ["-p", project.folder, "--pretty", "false"])).output).toBe("")
})

const CONSOLE = "[data-inspect][popover]"

/** The sample, built like any app. */
const openSample = async (search: string): Promise<Page> => {
  if (!server) {
    const built = await run("vite", ["build", project.folder, "--logLevel", "error"])
    expect(built.ok, built.output).toBe(true)
    server = await serve(project.folder)
  }
  browser ??= await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(15_000)
  await page.goto(`${server.url}/${search}`)
  return page
}

/** Presses Tab until this control has the focus. */
const tabTo = async (page: Page, control: Locator): Promise<void> => {
  await control.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error("Tab does not lead there")
}

/** Arrow keys lead from the chosen tab to another one. */
const goTo = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, page.locator('[role="tab"][aria-selected="true"]'))
  const tab = page.getByRole("tab", { name })
  for (let presses = 0; presses < 4 && (await tab.getAttribute("aria-selected")) !== "true"; presses += 1)
    await page.keyboard.press("ArrowRight")
  expect(await tab.getAttribute("aria-selected")).toBe("true")
}

/** Chooses in a native select by the first letter. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true })
  await tabTo(page, field)
  await page.keyboard.press(option.slice(0, 1))
  expect(await field.inputValue()).toBe(option)
}

it("shows a running app, and sends it an event from a form, by keyboard", { timeout: 120_000 }, async () => {
  const page = await openSample("?debug=1")
  await tabTo(page, page.getByRole("button", { name: "Switch" }))
  await page.keyboard.press("Enter")
  await page.getByText("It is ready").waitFor()

  const row = page.getByRole("button", { name: /^coffee/ })
  await tabTo(page, row)
  await page.keyboard.press("Enter")
  await page.locator('[data-state="coffee.ready"][data-active]').first().waitFor()
  await tabTo(page, page.getByText("Send an event"))
  await page.keyboard.press("Enter")
  await choose(page, "Event", "cup.order")
  await choose(page, "size", "small")
  await tabTo(page, page.getByRole("button", { name: "Send by hand" }))
  await page.keyboard.press("Enter")
  await page.getByText("Sent: the machine took a transition.").waitFor()
  await page.getByText("has poured 1 cups").waitFor()

  await goTo(page, "Sequence")
  const message = page.getByRole("button", { name: /^cup\.order: Outside to coffee, Sent by hand/ })
  await message.waitFor()
  await page.getByRole("button", { name: /^cup\.filled: coffee\/cup to coffee/ }).waitFor()
  expect(await page.getByRole("list", { name: "Actors" }).getByRole("listitem").allTextContents()).toEqual([
    "Outside",
    "coffee",
    "coffee/cup",
  ])

  await goTo(page, "Events")
  await page.getByRole("button", { name: /^cup\.order/ }).waitFor()
  await page.keyboard.press("Tab")
  await page.keyboard.type("small")
  await expect.poll(() => page.getByRole("button", { name: /^machine\.switch/ }).count()).toBe(0)
  await page.close()
})

it("compares two moments", { timeout: 120_000 }, async () => {
  const page = await openSample("?debug=1")
  await page.getByRole("button", { name: "Fill the tank" }).click()
  await goTo(page, "Compare")
  await page.getByRole("button", { name: "Set A here" }).click()
  await page.getByRole("button", { name: "Fill the tank" }).click()
  await page.getByText("1 actor differs").waitFor()
  expect(await page.locator("dl").innerText()).toMatch(/context\.waterMl\s+700\s*1200/)
  // at an earlier moment the console says so
  await page.getByRole("button", { name: "Previous event" }).click()
  await page.getByText("Nothing differs between A and B.").waitFor()
  await page.close()
})

it("has no accessibility violations with its own parts and look", { timeout: 120_000 }, async () => {
  const page = await openSample("?debug=1")
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    for (const name of ["Machines", "Events", "Sequence", "Compare"]) {
      await page.getByRole("tab", { name }).click()
      expect([colorScheme, name, await accessibilityProblems(page, undefined, CONSOLE)]).toEqual([
        colorScheme,
        name,
        [],
      ])
    }
  }
  await page.close()
})

it("moves into a window of its own, which follows a reload of the app", { timeout: 120_000 }, async () => {
  const page = await openSample("?debug=1")
  const popup = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Open in its own window" }).click()
  const own = await popup
  await page.getByRole("button", { name: "Switch" }).click()
  await own.getByRole("button", { name: /^coffee\s*ready/ }).waitFor()
  await page.reload()
  await own.getByRole("button", { name: /^coffee\s*off/ }).click()
  await own.locator('[data-state="coffee.off"][data-active]').first().waitFor()
  await own.getByRole("button", { name: "Dock at the bottom" }).click()
  await page
    .getByRole("button", { name: /^coffee\s*off/ })
    .or(page.getByText("All machines"))
    .first()
    .waitFor()
  await page.close()
})

it("is removed without a trace, and opens in an element of the app", { timeout: 120_000 }, async () => {
  const page = await openSample("?debug=1")
  await page.getByRole("button", { name: "Switch" }).click()
  await page.getByText("It is ready").waitFor()
  await page.getByRole("button", { name: /^coffee/ }).waitFor()
  const traces = () =>
    page.evaluate(() => {
      const { dataset, style } = document.documentElement
      return [Object.keys(dataset), style.cssText, document.querySelectorAll("[data-inspect]").length]
    })
  await page.evaluate(() => Reflect.get(globalThis, "inspector").close())
  expect(await traces()).toEqual([[], "", 0])
  await page.evaluate(() => Reflect.get(globalThis, "inspector").open(document.querySelector("main")))
  await page
    .locator("main")
    .getByRole("button", { name: /^coffee/ })
    .click()
  await page.locator("main").getByText("All machines").waitFor()
  expect(await page.getByRole("button", { name: "Dock at the bottom" }).count()).toBe(0)
  await page.close()
})

it("loads nothing of the console without ?debug=1", { timeout: 120_000 }, async () => {
  const page = await openSample("")
  await page.getByText("It is off").waitFor()
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  expect(loaded.filter((name) => name.includes("inspector"))).toEqual([])
  expect(await page.locator("[data-inspect]").count()).toBe(0)
  await page.close()
})

const MANY = `
import { createConsole } from "@financial-links/console"
import "@financial-links/console/console.css"
import { createElement } from "react"
import { createActor, setup } from "xstate"

const Bad = () => { throw new Error("a panel of the app fails") }
const inspector = createConsole({ panels: [{ id: "bad", name: "Bad", Content: Bad }] })
const leaf = setup({}).createMachine({ id: "leaf", context: { element: createElement("p"), n: 0 }, on: { go: {} } })
for (let at = 0; at < 5_000; at += 1) createActor(leaf, { id: "leaf-" + at, inspect: inspector.inspect }).start()
Object.assign(globalThis, { inspector })
`

it("opens at once on 5 000 actors, and loses no more than a panel that fails", {
  timeout: 120_000,
}, async () => {
  const folder = join(project.folder, "many")
  mkdirSync(folder)
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/many.ts"></script>')
  writeFileSync(join(folder, "many.ts"), MANY)
  const built = await run("vite", ["build", folder, "--logLevel", "error"])
  expect(built.ok, built.output).toBe(true)
  const served = await serve(folder)
  browser ??= await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(served.url)
  await page.waitForFunction(() => "inspector" in globalThis)
  // the longest block of each of eight openings: what else runs on the machine lengthens some
  const blockedMs = await page.evaluate(async () => {
    const inspector: { open: (place: string) => void; close: () => void } = Reflect.get(
      globalThis,
      "inspector",
    )
    const longest = Array.from({ length: 8 }, () => 0)
    for (const opening of longest.keys()) {
      inspector.close()
      await new Promise((resolve) => setTimeout(resolve, 200))
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          longest[opening] = Math.max(longest[opening] ?? 0, duration)
      })
      observer.observe({ type: "longtask" })
      inspector.open("side")
      await new Promise((resolve) => setTimeout(resolve, 800))
      observer.disconnect()
    }
    return longest
  })
  await page.getByRole("button", { name: /^leaf-0/ }).waitFor()
  await page.getByRole("tab", { name: "Bad" }).click()
  await page.getByText("a panel of the app fails").waitFor()
  await page.getByRole("tab", { name: "Machines" }).click()
  await page.getByRole("button", { name: /^leaf-0/ }).click()
  await page.getByText("All machines").waitFor()
  await page.close()
  await served.close()
  expect(Math.min(...blockedMs)).toBeLessThanOrEqual(50)
})

it("passes attw and publint", { timeout: 120_000 }, async ({ skip }) => {
  const judgement = await judgementOf(project)
  skip(judgement === null, "no registry")
  expect(judgement).toContain("All good!")
})

it.each([
  ["oldest", ["xstate@5.20.0", "react@18.3.0", "react-dom@18.3.0", "elkjs@0.9.0", "@xstate/react@6.0.0"]],
  ["newest", ["xstate@5", "react@19", "react-dom@19", "elkjs@0", "@xstate/react@6"]],
])("shows a running app with the %s peers, installed by npm", { timeout: 300_000 }, async (_, peers) => {
  const other = await installWithPeers("console", "coffee-machine", peers)
  if (other === null) return
  const built = await run("vite", ["build", other.folder, "--logLevel", "error"])
  expect(built.ok, built.output).toBe(true)
  const served = await serve(other.folder)
  browser ??= await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(15_000)
  await page.goto(`${served.url}/?debug=1`)
  await page.getByRole("button", { name: "Switch" }).click()
  await page.getByRole("button", { name: /^coffee\s*ready/ }).click()
  await page.locator('[data-state="coffee.ready"][data-active]').first().waitFor()
  await page.getByRole("tab", { name: "Sequence" }).click()
  await page.getByRole("list", { name: "Actors" }).waitFor()
  await page.close()
  await served.close()
  other.remove()
})
