import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { DeviceText, RuleText } from "../../../src/contract/fault-text.ts"
import { button, field, pauseOfAThumb, seeFocus } from "./fields.ts"
import { SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export const CONSOLE_PARTS = ["machines", "events", "requests", "journal", "storage", "switches"] as const
export type ConsolePart = (typeof CONSOLE_PARTS)[number]

/** A rule of the fault lab as it is typed, with the seed that draws its chances. */
export interface TypedFault extends RuleText {
  readonly seed?: string
}

type TimeButton = "previous" | "next" | "play" | "pause" | "next-error" | "now"

/** The debug console, whatever the app shows beside it. */
export const debugConsole = (page: Page) => {
  const own = page.locator("[data-inspect][popover]")
  const tab = (part: ConsolePart) => own.getByRole("tab", { name: text(`inspect.${part}`), exact: true })
  const panel = own.getByRole("tabpanel")
  const moment = own.getByRole("slider", { name: text("inspect.moment"), exact: true })
  const newer = panel.getByRole("button", {
    name: new RegExp(`^${text("inspect.new", { count: 0 }).replace("0", "\\d+")}$`),
  })
  const state = (id: string) => own.locator(`[data-inspect-state="${id}"]`)
  const toggle = (key: string, values?: Readonly<Record<string, number>>) =>
    own.getByRole("switch", { name: text(key, values), exact: true })
  return {
    own,
    panel,
    moment,
    /** Leads to the rows that have come since one began to read. */
    newer,
    open: async (path = "/") => void (await page.goto(`${path}?debug=1`)),
    see: () => own.getByRole("heading", { name: text("inspect.title") }).waitFor({ timeout: SOON_MS }),
    larger: () => button(own, text("inspect.larger")).click(),
    smaller: () => button(own, text("inspect.smaller")).click(),
    tab,
    goTo: async (part: ConsolePart) => {
      await tab(part).click()
      await seeEqual(() => tab(part).getAttribute("aria-selected"), "true")
    },
    /** Any row of the part that is open, by what it begins with. */
    pick: (words: string) =>
      panel
        .getByRole("button", { name: new RegExp(`^${words.replaceAll(".", "\\.")}(\\s|$)`) })
        .first()
        .click(),
    filter: (words: string) => field(panel, text("inspect.filter")).fill(words),
    /** The machine that is looked at is in this state, which is lit in its chart. */
    seeState: async (id: string, wanted: string) => {
      const [badge] = [state(id).locator("span").first()]
      await seeEqual(() => badge.innerText(), wanted)
      await seeEqual(() => own.locator(`[data-state="${id}.${wanted}"][data-active]`).count(), 1)
    },
    seeTaken: () => own.locator("[data-taken]").first().waitFor({ timeout: SOON_MS }),
    seeFact: (words: string | RegExp) => seeText(panel, words),
    end: async () => Number(await moment.getAttribute("max")),
    begin: async () => Number(await moment.getAttribute("min")),
    /** Where the window stands, and what happened there. */
    place: async () => (await moment.getAttribute("aria-valuetext")) ?? "",
    /** Goes to the last moment so far at which this happened. */
    goToEvent: async (type: string) => {
      await tab("events").click()
      await field(panel, text("inspect.filter")).fill(type)
      await panel
        .getByRole("button", { name: new RegExp(`^${type.replaceAll(".", "\\.")}`) })
        .first()
        .click()
      await button(panel, text("inspect.show-moment")).click()
      await seeEqual(async () => ((await moment.getAttribute("aria-valuetext")) ?? "").includes(type), true)
      await seeText(own, text("inspect.read-only"))
    },
    time: (name: TimeButton) => button(own, text(`inspect.${name}`)).click(),
    seeLive: () => own.getByText(text("inspect.live"), { exact: true }).waitFor({ timeout: SOON_MS }),
    seeReadOnly: () =>
      own.getByText(text("inspect.read-only"), { exact: true }).waitFor({ timeout: SOON_MS }),
    seeRecording: () =>
      own.getByText(text("inspect.recording"), { exact: true }).waitFor({ timeout: SOON_MS }),
    /** The switch itself is drawn; a finger meets its label. */
    turn: async (key: string, values?: Readonly<Record<string, number>>) => {
      await toggle(key, values).click()
    },
    choose: (group: string, option: string) =>
      own
        .getByRole("group", { name: text(group), exact: true })
        .getByRole("radio", { name: text(option), exact: true })
        .check({ force: true }),
    /** Has something go wrong through the lab of the server. */
    addFault: async (typed: TypedFault) => {
      for (const [part, words] of Object.entries(typed))
        await field(panel, text(`inspect.server.${part}`)).fill(words)
      await pauseOfAThumb(page)
      await button(panel, text("inspect.server.add")).click()
    },
    /** Has something be wrong with each device, through the lab: shown as soon as the server has taken it. */
    bendDevice: async ({ clock, storage, network }: DeviceText) => {
      const groups = { "inspect.storage": storage, "inspect.server.network": network }
      for (const [group, word] of Object.entries(groups))
        if (word !== undefined)
          await panel
            .getByRole("group", { name: text(group), exact: true })
            .getByRole("radio", { name: word, exact: true })
            .click({ force: true })
      if (clock === undefined) return
      await field(panel, text("inspect.server.clock")).fill(clock)
      await pauseOfAThumb(page)
      await button(panel, text("inspect.server.clock.set")).click()
    },
    endFaults: async () => {
      await pauseOfAThumb(page)
      await button(panel, text("inspect.server.clear")).click()
    },
    /** Whatever the console's own language is. */
    chooseLanguage: (value: string) => panel.getByRole("combobox").selectOption(value),
    /** Exports the journal; answers what the file holds. */
    export: async (): Promise<string> => {
      const download = page.waitForEvent("download")
      await button(panel, text("inspect.export")).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^financial-links-[\dT-]+\.json$/)
      const chunks: Buffer[] = []
      for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString("utf8")
    },
    openRecording: async (content: string) => {
      const file = { name: "recording.json", mimeType: "application/json", buffer: Buffer.from(content) }
      await own.locator("input[type=file]").setInputFiles(file)
    },
    seeIdentical: () => seeText(panel, text("inspect.identical")),
    seeRefused: (reason: string) => seeText(panel, text(`inspect.refused.${reason}`)),
    closeRecording: () => button(panel, text("inspect.close-recording")).click(),
  }
}

/** The rows of a list do not move under who reads further down or goes along them, and a button leads to the new ones. */
export const seeKeptPlace = async (page: Page, bringMore: () => Promise<void>): Promise<void> => {
  const console = debugConsole(page)
  const list = console.panel.getByRole("list")
  const seeStill = async (index: number) => {
    const seeMore = (isMore: () => Promise<boolean>) =>
      // what is under way already is not begun again
      seeEqual(async () => {
        await bringMore()
        return await isMore()
      }, true)
    await seeMore(() => console.newer.isVisible())
    const count = await console.newer.innerText()
    const key = await list.getByRole("listitem").nth(index).getAttribute("data-key")
    const row = console.panel.locator(`[data-key="${key}"]`)
    const before = await row.boundingBox()
    await seeMore(async () => (await console.newer.innerText()) !== count)
    expect(await row.boundingBox()).toEqual(before)
  }
  // a little: what is drawn stays drawn
  await console.panel.evaluate((panel) => panel.scrollTo(0, 200))
  await seeStill(6)
  await console.newer.click()
  await console.newer.waitFor({ state: "detached" })
  await seeEqual(() => console.panel.evaluate(({ scrollTop }) => scrollTop), 0)
  // by the keyboard, at the top
  await list.getByRole("button").first().focus()
  await seeStill(0)
  await page.keyboard.press("Shift+Tab")
  await seeFocus(console.newer)
  await page.keyboard.press("Enter")
  await console.newer.waitFor({ state: "detached" })
  await seeFocus(list)
}
