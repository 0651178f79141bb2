// @module-tag exhaustive
import { setTimeout as pause } from "node:timers/promises"
import type { PathStep } from "@financial-links/paths"
import { Schema } from "effect"
import type { WebSocketRoute } from "playwright-core"
import { listMachine } from "../../machines/list.ts"
import { stream } from "../../src/contract/endpoints.ts"
import { type Fault, ruleOf } from "../../src/contract/faults.ts"
import { PAGE_SIZE } from "../../src/domain/limits.ts"
import { ListEvent } from "../../src/events/list.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { seeCachedAnswer } from "../e2e/cached-answers.ts"
import { addCard } from "../e2e/cards.ts"
import { beforeArrival } from "../e2e/faults.ts"
import { button } from "../e2e/page-models/fields.ts"
import { seeEqual } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { fingerOn } from "../e2e/touches.ts"
import { readWithdrawals } from "../support/answers.ts"
import { callServer, fieldOf, withdrawBy } from "../support/app.ts"
import { cases } from "./events/list.ts"
import { type PathDriver, rested, type StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const ENDPOINT = "withdrawals"
const ACTOR_ID = "list:withdrawals"
const RECORDS = urlOf("withdraw-record")
/** Longer than the time in which a button takes a second click for a double tap. */
const BETWEEN_CLICKS_MS = 400
const isListEvent = Schema.is(ListEvent)

/** Rows on the server: none, less than a page, or more than a page. Rows are only added. */
const SHORT = 3
const LONG = 22

const REVIEWED_WITHIN_MS = 30_000

/**
 * Creates reviewed withdrawals up to a number. A list with a pending one would refresh by itself.
 */
const grow = async ({ site: { url }, member: { token } }: Fixture, wanted: number): Promise<void> => {
  const cards = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))
  const { said } = await callServer(url(), "bankCards", {}, { token })
  const [card] = cards(said.kind === "success" ? said.data : [])
  const known = await readWithdrawals(url(), token)
  for (let count = known.length; count < wanted; count += 1) {
    const request = {
      key: crypto.randomUUID(),
      amount: "1500.00",
      method: "bank",
      destination_id: card?.id ?? "",
    } as const
    fieldOf(await withdrawBy(url(), request, { token }), "id")
  }
  const isPending = async () => (await readWithdrawals(url(), token)).some(({ status }) => status === 0)
  await seeEqual(isPending, false, REVIEWED_WITHIN_MS)
}

const rowsFor = (answer: ListEvent): number => {
  if (answer.type !== "list.loaded") return 0
  if (answer.ids.length === 0) return 0
  return answer.nextCursor === null && answer.ids.length === 1 ? SHORT : LONG
}

const own = ({ page }: Fixture["phone"]) =>
  page.locator("[data-page=withdraw-record]").filter({ visible: true })
const rows = (phone: Fixture["phone"]) => own(phone).getByRole("listitem")

/** Fixtures whose offline cache is filled. */
const visited = new WeakSet<Fixture>()

/** Visits the page in another tab, which fills the offline cache. */
const visitBefore = async (fixture: Fixture): Promise<void> => {
  visited.add(fixture)
  await fixture.faults()
  await grow(fixture, SHORT)
  const tab = await fixture.openTab()
  await tab.page.goto(RECORDS)
  await seeEqual(() => rows(tab).count(), SHORT)
  await seeCachedAnswer(tab.page, ENDPOINT)
  await tab.page.close()
}

/** Requests that wait until the cached rows are shown. */
const held = new WeakMap<Fixture, { readonly release: () => void; readonly end: () => Promise<void> }>()

const endHold = async (fixture: Fixture): Promise<void> => {
  await held.get(fixture)?.end()
  held.delete(fixture)
}

/** Holds the next request: a delay of some seconds could end before a busy browser shows the cached rows. */
const holdRequest = async (fixture: Fixture): Promise<void> => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const { end } = await beforeArrival(fixture.context, ENDPOINT, () => promise)
  held.set(fixture, { release, end })
}

/** Whether cached rows are shown before the next answer, which is no failure. */
const isHeld = ([answer, after]: readonly PathStep[]): boolean =>
  answer?.event.type === "list.recalled" && after?.event.type !== "list.failed"

/** The fault under which the next request is answered as the next steps say. */
const faultFor = ([answer, after]: readonly PathStep[]): Fault | null => {
  switch (answer?.event.type) {
    case "list.failed":
      return { kind: "malformed" }
    case "list.recalled":
      return after?.event.type === "list.failed" ? { kind: "drop", when: "before", how: "cut" } : null
    case "list.refresh":
      // the refresh aborts it, however late it comes
      return { kind: "drop", when: "before", how: "silence" }
    default:
      return null
  }
}

/** Prepares cache, rows and faults for the answer of the next request. */
const prepare = async (fixture: Fixture, next: readonly PathStep[]): Promise<void> => {
  const answerAt = next.findIndex(({ event }) => event.type === "list.loaded" || event.type === "list.failed")
  const answer = next[answerAt]
  // a path may end before the answer
  const beforeAnswer = answer === undefined ? next : next.slice(0, answerAt)
  const isRecalled = beforeAnswer.some(({ event }) => event.type === "list.recalled")
  if (isRecalled && !visited.has(fixture)) await visitBefore(fixture)
  if (answer && isListEvent(answer.event)) await grow(fixture, rowsFor(answer.event))
  const fault = faultFor(next)
  await fixture.faults(...(fault === null ? [] : [ruleOf(ENDPOINT, fault)]))
  // a request that is still held is one that a refresh aborts
  await endHold(fixture)
  if (isHeld(next)) await holdRequest(fixture)
}

/** Refreshes by a pull: the button is disabled while a page loads. */
const pull = async (phone: Fixture["phone"]): Promise<void> => {
  await own(phone)
    .locator("[data-scroller]")
    .evaluate((scroller) => {
      scroller.scrollTop = 0
    })
  const finger = await fingerOn(phone.page)
  await finger.drag(rows(phone).first(), { x: 0, y: 120 })
}

/**
 * Refreshes while the first request is held. The end of the hold sends on what is held: by then the
 * refresh must have aborted the first request, and its own one waits until its answer is prepared.
 */
const refreshHeld = async (fixture: Fixture, rest: readonly PathStep[]): Promise<void> => {
  await releaseChange(fixture)
  await rested(fixture, ACTOR_ID, "request.loading rows.known", ["list.refresh"])
  await prepare(fixture, rest)
}

const trigger = async ({ fixture, step, rest, from }: StepContext): Promise<void> => {
  const { phone } = fixture
  switch (step.event.type) {
    case "list.loaded":
      held.get(fixture)?.release()
      held.delete(fixture)
      return
    case "list.loadMore":
      await prepare(fixture, rest)
      await pause(BETWEEN_CLICKS_MS)
      // A click without scrolling: reaching the bottom would also load more.
      return await button(own(phone), text(from.endsWith("moreFailed") ? "ui.retry" : "ui.more"))
        .last()
        .dispatchEvent("click")
    case "list.retry":
      await prepare(fixture, rest)
      return await button(own(phone), text("ui.retry")).first().click()
    case "list.refresh":
      if (from.startsWith("request.loading ")) {
        // the first request must be under way before the next one is prepared
        await own(phone).waitFor()
        await pause(BETWEEN_CLICKS_MS)
      }
      if (from.endsWith("known") && held.has(fixture)) return await refreshHeld(fixture, rest)
      await prepare(fixture, rest)
      if (from.startsWith("request.loadingMore")) return await pull(phone)
      if (from.startsWith("request.loading ")) return await releaseChange(fixture)
      return await button(own(phone), text("ui.refresh")).press("Enter")
    default:
      return
  }
}

const verify = async ({ fixture: { phone }, step: { event, state }, rest }: StepContext): Promise<void> => {
  if (state.endsWith("failed")) return await button(own(phone), text("ui.retry")).waitFor()
  if (state.endsWith("moreFailed")) return await own(phone).getByText(text("ui.more.failed")).waitFor()
  if (!isListEvent(event) || event.type !== "list.loaded") return
  if (event.ids.length === 0) return await own(phone).getByText(text("withdraw.records.empty")).waitFor()
  if (event.nextCursor !== null) return await seeEqual(() => rows(phone).count(), PAGE_SIZE)
  const shown = await rows(phone).count()
  if (rest.length === 0 && shown === 0) throw new Error("no rows are shown")
}

const Change = Schema.fromJsonString(stream.member)
const decodeChange = Schema.decodeUnknownOption(Change)
const encodeChange = Schema.encodeSync(Change)
const changes = new WeakMap<Fixture, () => Promise<void>>()

/**
 * Holds back what the stream tells of the member: the list then refreshes only where the path says
 * so, by `releaseChange`.
 */
const holdChanges = async (fixture: Fixture): Promise<void> => {
  const sockets = new Set<WebSocketRoute>()
  let number: number | undefined
  await fixture.context.routeWebSocket(
    (url) => url.pathname === `/${stream.path}`,
    (socket) => {
      const server = socket.connectToServer()
      sockets.add(socket)
      socket.onClose(() => {
        sockets.delete(socket)
        server.close()
      })
      server.onMessage((message) => {
        const change = decodeChange(String(message))
        if (change._tag === "None") return socket.send(message)
        number ??= change.value.number
      })
    },
  )
  changes.set(fixture, async () => {
    await seeEqual(async () => number === undefined, false)
    const change = encodeChange({ type: "member", number: number ?? 0, events: [] })
    for (const socket of sockets) socket.send(change)
    number = (number ?? 0) + 1
  })
}

const releaseChange = (fixture: Fixture): Promise<void> =>
  changes.get(fixture)?.() ?? Promise.reject(new Error("the path has not begun"))

const driver: PathDriver = {
  machine: listMachine,
  actorId: ACTOR_ID,
  begin: async (fixture, path) => {
    await addCard(site.url(), fixture.member)
    await holdChanges(fixture)
    await prepare(fixture, path.steps)
    await fixture.phone.page.goto(RECORDS)
  },
  trigger,
  verify,
}

runPaths(site, driver, cases)
