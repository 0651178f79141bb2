// @module-tag exhaustive
import { marketMachine } from "../../machines/market.ts"
import type { PathStep } from "../../packages/paths/src/path-set.ts"
import { stream } from "../../src/contract/endpoints.ts"
import { type Fault, type FaultRule, ruleOf } from "../../src/contract/faults.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { buyElsewhere } from "../e2e/buy.ts"
import { seeCachedAnswer } from "../e2e/cached-answers.ts"
import { openSite } from "../e2e/site.ts"
import { cases } from "./events/market.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const PAGE = urlOf("market")
const isGap = ({ event, state }: PathStep): boolean =>
  event.type === "market.framed" && state === "on.waiting"
const isSnapshot = ({ event }: PathStep): boolean => Reflect.get(event, "kind") === "snapshot"
const isAfter = (step: PathStep | undefined, delay: string): boolean =>
  step?.event.type.startsWith(`xstate.after.${delay}`) === true

/** What happens to the first messages of a connection. */
type Start = "pass" | "lose" | "hold"

const startOf = (next: PathStep | undefined): Start => {
  if (isAfter(next, "answerTimeout")) return "hold"
  return next !== undefined && isGap(next) ? "lose" : "pass"
}

const HELD_UP: Fault = { kind: "delay", when: "before", ms: 20_000, jitterMs: 0 }
const REFUSED: Fault = { kind: "error", when: "before", reason: "system.internal" }

/** Fault rules of a path, and the start of each of its connections. */
const planFor = (steps: readonly PathStep[]) => {
  const rules: FaultRule[] = []
  const starts: Start[] = []
  let asked = 0
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (step.state === "on.streaming.ticketing") {
      asked += 1
      if (next?.event.type === "market.lost")
        rules.push(ruleOf("streamTicket", REFUSED, { from: asked, count: 1 }))
    }
    if (step.event.type === "market.ticketed") {
      starts.push(startOf(steps[index + 2]))
      if (isAfter(next, "answerTimeout"))
        rules.push(ruleOf("stream.open", HELD_UP, { from: starts.length, count: 1 }))
    }
    if (step.event.type === "market.recalled") rules.push(ruleOf("quotes", HELD_UP))
  }
  return { rules, starts }
}

/** A proxy between the app and the server's stream. */
interface Line {
  /** Forwards messages, holds them, or drops them until a snapshot comes. */
  mode: "pass" | "hold" | "until snapshot"
  /** How many of the next messages are dropped. */
  toLose: number
  /** Forwards held messages in order, then everything after them. */
  release: () => void
  /** Drops held messages. */
  drop: () => void
  /** Asks the server for a new snapshot. Resolves when it has come. */
  resync: () => Promise<void>
}

const lines = new WeakMap<Fixture, Line>()
const lineOf = (fixture: Fixture): Line => {
  const line = lines.get(fixture)
  if (line === undefined) throw new Error("the fixture has no line")
  return line
}

const isSnapshotMessage = (message: string | Buffer): boolean => String(message).includes('"type":"snapshot"')

/** Routes the stream of a fixture through a proxy that starts each connection as planned. */
const putLine = async (fixture: Fixture, starts: readonly Start[]): Promise<void> => {
  const nothing = () => {}
  const line: Line = { mode: "pass", toLose: 0, release: nothing, drop: nothing, resync: async () => {} }
  lines.set(fixture, line)
  let connections = 0
  await fixture.context.routeWebSocket(
    (url) => url.pathname === `/${stream.path}`,
    (socket) => {
      const start = starts[connections]
      connections += 1
      const server = socket.connectToServer()
      const held: (string | Buffer)[] = []
      line.mode = start === "hold" ? "hold" : "pass"
      line.toLose = start === "lose" ? 1 : 0
      line.release = () => {
        line.mode = "pass"
        for (const message of held.splice(0)) socket.send(message)
      }
      line.drop = () => void held.splice(0)
      let snapshot = Promise.withResolvers<void>()
      line.resync = () => {
        snapshot = Promise.withResolvers()
        server.send("resync")
        return snapshot.promise
      }
      server.onMessage((message) => {
        if (message === stream.heartbeat.answered) return socket.send(message)
        if (line.mode === "until snapshot" && isSnapshotMessage(message)) line.mode = "pass"
        if (/"type":"(member|site)"/.test(String(message))) return socket.send(message)
        if (line.toLose > 0) line.toLose -= 1
        else if (line.mode === "hold") held.push(message)
        else if (line.mode === "pass") socket.send(message)
        if (isSnapshotMessage(message)) snapshot.resolve()
      })
    },
  )
}

/** The server sends a new snapshot at most once in this time. */
const RESYNC_PAUSE_MS = 1_200

const triggerFrame = async ({ fixture, step, from }: StepContext): Promise<void> => {
  const line = lineOf(fixture)
  if (from === "on.streaming.awaiting") return
  const isStale = from === "on.streaming.stale"
  if (isSnapshot(step)) {
    await fixture.phone.page.waitForTimeout(isStale ? 0 : RESYNC_PAUSE_MS)
    line.drop()
    if (isStale) line.mode = "until snapshot"
    return await line.resync()
  }
  if (isGap(step) && !isStale) line.toLose = 1
  if (isGap(step) && isStale) line.drop()
  if (isStale) line.release()
}

/** Fires `online` as soon as the machine waits: the pause may be shorter than a browser command. */
const sayOnlineWhileWaiting = (fixture: Fixture) =>
  fixture.phone.page.evaluate(() => {
    const services: unknown = Reflect.get(Reflect.get(globalThis, "__xstate__"), "services")
    if (!(services instanceof Set)) throw new Error("no actors are recorded")
    const actor = [...services].find(({ id }) => id === "market")
    const subscription = actor.subscribe((snapshot: { matches: (value: object) => boolean }) => {
      if (!snapshot.matches({ on: "waiting" })) return
      subscription.unsubscribe()
      queueMicrotask(() => dispatchEvent(new Event("online")))
    })
  })

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step, from, rest } = stepContext
  const [next] = rest
  if (step.state === "on.waiting" && next?.event.type === "market.cameOnline")
    await sayOnlineWhileWaiting(fixture)
  switch (step.event.type) {
    case "market.framed":
      return await triggerFrame(stepContext)
    case "market.wentOffline":
      return await fixture.context.setOffline(true)
    case "market.cameOnline":
      return from === "on.offline" ? await fixture.context.setOffline(false) : undefined
    default:
      if (isAfter(step, "staleAfter")) lineOf(fixture).mode = "hold"
  }
}

/** Fixtures whose member has changed: once is enough. */
const changed = new WeakSet<Fixture>()

/** A purchase on another device, of which the stream tells: market.eventsReceived. */
const changeOnce = async (fixture: Fixture): Promise<void> => {
  if (changed.has(fixture)) return
  changed.add(fixture)
  await buyElsewhere(site.url(), fixture.member)
}

const verify = async ({ fixture, step }: StepContext): Promise<void> => {
  const { market } = fixture.phone
  if (step.state === "on.streaming.fresh") {
    await market.seeLive()
    return await changeOnce(fixture)
  }
  if (step.state === "on.streaming.stale") return await market.seeStale()
}

/** Visits the page in another tab, which fills the offline cache with prices. */
const visitBefore = async (fixture: Fixture): Promise<void> => {
  const tab = await fixture.openTab()
  await tab.page.goto(PAGE)
  await tab.market.see()
  await tab.market.seePriceMove("AAPL")
  await seeCachedAnswer(tab.page, "quotes")
  await tab.page.goto("/icon.svg")
  await tab.page.close()
}

const driver: PathDriver = {
  machine: marketMachine,
  actorId: "market",
  begin: async (fixture, { steps }) => {
    const { rules, starts } = planFor(steps)
    if (steps.some(({ event }) => event.type === "market.recalled")) await visitBefore(fixture)
    await putLine(fixture, starts)
    await fixture.faults(...rules)
    // The pause before a reconnect is a random share of its maximum; this makes it long.
    await fixture.phone.page.addInitScript(() => {
      Math.random = () => 0.9
    })
    await fixture.phone.page.goto(PAGE)
  },
  trigger,
  verify,
}

runPaths(site, driver, cases)
