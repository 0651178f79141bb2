import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { RuleText } from "../../../src/contract/faults.ts"
import { button, field, pauseOfAThumb } from "./fields.ts"
import { SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export const CONSOLE_PARTS = [
  "machines",
  "events",
  "sequence",
  "compare",
  "requests",
  "journal",
  "storage",
  "switches",
] as const
export type ConsolePart = (typeof CONSOLE_PARTS)[number]

/** A fault rule as typed, with the seed for its chances. */
export interface TypedFault extends RuleText {
  readonly seed?: string
}

type TimeButton = "previous" | "next" | "play" | "pause" | "next-error" | "now"

/** After this a row that is near the view has been rendered. */
const RENDERED_MS = 2_000

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
    /** Button to the rows that are newer than the frozen ones. */
    newer,
    open: async (path = "/") => void (await page.goto(`${path}?debug=1`)),
    see: () => own.getByRole("heading", { name: text("inspect.title") }).waitFor({ timeout: SOON_MS }),
    larger: () => button(own, text("inspect.larger")).click(),
    smaller: () => button(own, text("inspect.smaller")).click(),
    /** Presses the button that moves the console, by keyboard. */
    moveTo: async (place: "side" | "bottom" | "window") => {
      await button(own, text(`inspect.dock.${place}`)).focus()
      await page.keyboard.press("Enter")
    },
    tab,
    goTo: async (part: ConsolePart) => {
      await tab(part).click()
      await seeEqual(() => tab(part).getAttribute("aria-selected"), "true")
    },
    /**
     * Opens a row of the open tab by its first words; scrolls to it, as distant rows are not
     * rendered, and begins again at the top: a row may have come there meanwhile. With the focus on
     * it, the rows stay where they are.
     */
    pick: async (words: string) => {
      const row = panel
        .getByRole("button", { name: new RegExp(`^${words.replaceAll(".", "\\.")}(\\s|$)`) })
        .first()
      await row.waitFor({ timeout: RENDERED_MS }).catch(() => {})
      await seeEqual(async () => {
        if ((await row.count()) > 0) {
          await row.focus({ timeout: RENDERED_MS }).catch(() => {})
          const focused = await row.evaluateAll((rows) => rows.map((one) => one === document.activeElement))
          return focused[0] === true
        }
        await panel.evaluate((element) => {
          const { scrollTop, scrollHeight, clientHeight } = element
          const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
          element.scrollTo(0, isAtEnd ? 0 : scrollTop + clientHeight / 2)
        })
        return false
      }, true)
      await row.click()
    },
    /** Opens a machine that has not ended: those of a visitor end a little after the login. */
    pickLiving: async (id: string) => {
      await field(panel, text("inspect.filter")).fill(id)
      await panel
        .getByRole("button", { name: new RegExp(`^${id}(\\s|$)`) })
        .filter({ hasNotText: text("inspect.ended") })
        .first()
        .click()
    },
    filter: (words: string) => field(panel, text("inspect.filter")).fill(words),
    /** The open machine is in this state, which its chart highlights. */
    seeState: async (id: string, wanted: string) => {
      const [badge] = [state(id).locator("span").first()]
      await seeEqual(() => badge.innerText(), wanted)
      await seeEqual(() => own.locator(`[data-state="${id}.${wanted}"][data-active]`).count(), 1)
    },
    seeTaken: () => own.locator("[data-taken]").first().waitFor({ timeout: SOON_MS }),
    seeFact: (words: string | RegExp) => seeText(panel, words),
    end: async () => Number(await moment.getAttribute("max")),
    begin: async () => Number(await moment.getAttribute("min")),
    /** The shown position and its event. */
    place: async () => (await moment.getAttribute("aria-valuetext")) ?? "",
    /** Shows the position of the last event of this type. */
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
    setMark: (mark: "A" | "B") => button(panel, text("inspect.mark.set", { mark })).click(),
    openSendForm: async () => {
      await panel.getByText(text("inspect.send"), { exact: true }).click()
      await field(panel, text("inspect.send.event")).waitFor({ timeout: SOON_MS })
    },
    /** A message of the sequence diagram, by its words. */
    message: (words: string) => panel.getByRole("button", { name: words }),
    time: (name: TimeButton) => button(own, text(`inspect.${name}`)).click(),
    seeLive: () => own.getByText(text("inspect.live"), { exact: true }).waitFor({ timeout: SOON_MS }),
    seeReadOnly: () =>
      own.getByText(text("inspect.read-only"), { exact: true }).waitFor({ timeout: SOON_MS }),
    seeRecording: () =>
      own.getByText(text("inspect.recording"), { exact: true }).waitFor({ timeout: SOON_MS }),
    /** The input is visually hidden; its label takes the tap. */
    turn: async (key: string, values?: Readonly<Record<string, number>>) => {
      await toggle(key, values).click()
    },
    choose: (group: string, option: string) =>
      own
        .getByRole("group", { name: text(group), exact: true })
        .getByRole("radio", { name: text(option), exact: true })
        .check({ force: true }),
    /** Adds a fault rule on the server. */
    addFault: async (typed: TypedFault) => {
      for (const [part, words] of Object.entries(typed))
        await field(panel, text(`inspect.server.${part}`)).fill(words)
      await pauseOfAThumb(page)
      await button(panel, text("inspect.server.add")).click()
    },
    endFaults: async () => {
      await pauseOfAThumb(page)
      await button(panel, text("inspect.server.clear")).click()
    },
    /** Independent of the console's language. */
    chooseLanguage: (value: string) => panel.getByRole("combobox").selectOption(value),
    /** Exports the journal and returns the file's text. */
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
