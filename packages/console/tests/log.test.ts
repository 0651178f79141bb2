import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type Actor, createActor, setup } from "xstate"
import { coffeeMachine } from "../samples/coffee-machine/coffee-machine.ts"
import { differencesBetween } from "../src/compare.ts"
import { fillEvent, formsOf, type TypedFields } from "../src/event-form.ts"
import { createEventLog } from "../src/live-event-log.ts"
import { redactByName } from "../src/redact.ts"
import { createRenderThrottle } from "../src/render-throttle.ts"
import { sequenceOf } from "../src/sequence.ts"
import { createTexts } from "../src/texts.ts"
import { timelineOf } from "../src/timeline.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const started: Actor<typeof coffeeMachine>[] = []
afterEach(() => {
  for (const actor of started.splice(0)) actor.stop()
})

const pourOne = () => {
  const log = createEventLog()
  const coffee = createActor(coffeeMachine, { id: "coffee", inspect: log.inspect })
  started.push(coffee)
  coffee.start()
  coffee.send({ type: "machine.switch" })
  vi.advanceTimersByTime(300)
  coffee.send({ type: "cup.order", size: "small" })
  vi.advanceTimersByTime(200)
  return { log, coffee }
}

describe("the log of an actor system", () => {
  it("holds every machine of it with its events, their senders and transitions", () => {
    const { log } = pourOne()
    expect(log.actors().map(({ id, isTopLevel, isAlive }) => [id, isTopLevel, isAlive])).toEqual([
      ["coffee", true, true],
      ["cup", false, false],
    ])
    const seen = log.entries().map(({ actor, event, sender }) => {
      const from = sender?.kind === "actor" ? sender.actor.id : sender?.kind
      return `${from} > ${actor.id}: ${event.type}`
    })
    expect(seen.slice(0, 6)).toEqual([
      "outside > coffee: machine.switch",
      "timer > coffee: xstate.after.warming.coffee.warming",
      "outside > coffee: cup.order",
      "timer > cup: xstate.after.pouring.cup.empty",
      "cup > coffee: cup.filled",
      "cup > coffee: xstate.done.actor.cup",
    ])
    expect(log.entries().map(({ transitions }) => transitions.length)).toEqual([1, 1, 1, 1, 1, 0])
  })

  it("gives the state at each position, and what differs between two", () => {
    const { log } = pourOne()
    const timeline = timelineOf(log)
    const values = [0, 1, 2, 3, log.end()].map((at) => log.snapshotAt("coffee", at)?.value)
    expect(values).toEqual(["off", "warming", "ready", "pouring", "ready"])
    const [coffee, cup] = differencesBetween(timeline, 2, log.end(), redactByName)
    expect(coffee?.changes.map(({ path, before, after }) => [path, before, after])).toEqual([
      ["context.waterMl", 200, 50],
      ["context.cups", 0, 1],
    ])
    expect([cup?.actor.id, cup?.states.a, cup?.states.b]).toEqual(["cup", null, "full"])
  })

  it("is drawn as a sequence of messages between lifelines", () => {
    const { log } = pourOne()
    const { lifelines, messages } = sequenceOf(timelineOf(log), { from: 0, to: log.end() })
    expect(lifelines).toEqual(["", "coffee", "coffee/cup"])
    expect(messages[4]).toMatchObject({ from: 2, to: 1 })
  })

  it("leaves errors to the app: it does not observe actors", () => {
    const log = createEventLog()
    const failing = setup({
      types: { events: {} as { readonly type: "fail" } },
      actions: {
        fail: () => {
          throw new Error("from the app")
        },
      },
    }).createMachine({ on: { fail: { actions: "fail" } } })
    const actor = createActor(failing, { inspect: log.inspect })
    actor.start()
    actor.send({ type: "fail" })
    expect(() => vi.runAllTimers()).toThrow("from the app")
    expect(log.actors().map(({ isAlive }) => isAlive)).toEqual([false])
  })

  it("has no listener and sets no timer while the console is closed", () => {
    const { log, coffee } = pourOne()
    const change = vi.fn()
    const throttle = createRenderThrottle((listener) =>
      log.onChange(() => {
        change()
        listener()
      }),
    )
    throttle.subscribe(() => {})
    coffee.send({ type: "tank.fill", ml: 5 })
    expect([change.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1])
    vi.runAllTimers()
    throttle.end()
    coffee.send({ type: "tank.fill", ml: 5 })
    expect([change.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})

describe("a form made from a JSON Schema", () => {
  const order = {
    $defs: { size: { enum: ["small", "large"] } },
    anyOf: [
      { type: "object", properties: { type: { const: "machine.switch" } }, required: ["type"] },
      {
        type: "object",
        properties: {
          type: { const: "cup.order" },
          size: { $ref: "#/$defs/size" },
          sugar: { anyOf: [{ type: "integer" }, { type: "null" }] },
          for: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          isPaid: { type: "boolean" },
          at: { type: "number" },
        },
        required: ["type", "size", "sugar", "for", "at"],
      },
    ],
  }
  const forms = formsOf(order, { at: "now" })

  it("has a field for each part, by references, nested objects and null", () => {
    expect(forms.map(({ type }) => type)).toEqual(["machine.switch", "cup.order"])
    expect(forms[1]?.fields.map(({ path, kind, whenEmpty }) => [path, kind, whenEmpty])).toEqual([
      ["size", "choice", undefined],
      ["sugar", "number", "null"],
      ["for.name", "text", undefined],
      ["isPaid", "boolean", "omitted"],
      ["at", "number", "now"],
    ])
  })

  it("is filled and judged by the given schema", () => {
    const [, form] = forms
    if (!form) throw new Error("there is no form")
    const refuse = { issues: [{ message: "too sweet", path: ["sugar"] }] }
    const fill = (typed: TypedFields, isRefused = false) =>
      fillEvent({ "~standard": { validate: (value) => (isRefused ? refuse : { value }) } }, form, typed, {
        nowMs: 7,
        newKey: () => "k",
      })
    expect(fill({ size: "large", "for.name": "Ada" })).toEqual({
      ok: true,
      event: { type: "cup.order", size: "large", sugar: null, for: { name: "Ada" }, at: 7 },
    })
    expect(fill({ sugar: "two" })).toEqual({
      ok: false,
      problems: { size: { kind: "missing" }, sugar: { kind: "number" } },
    })
    expect(fill({ size: "small", sugar: "90" }, true)).toEqual({
      ok: false,
      problems: { sugar: { kind: "refused", words: "too sweet" } },
    })
  })
})

describe("what the console shows", () => {
  it("is plain JSON without secrets", () => {
    const actor = createActor(coffeeMachine, { id: "coffee" })
    const cups = { name: "Ada", password: "x", list: new Map([["a", 1n]]), actor, again: {} }
    cups.again = cups
    expect(JSON.stringify(redactByName(cups))).toContain(
      '{"name":"Ada","password":"[redacted]","list":[["a","1n"]],"actor":"#coffee","again":{"name":"Ada"',
    )
  })

  it("is in English, or in a table's language with its plurals", () => {
    const english = createTexts("en")
    expect([1, 1_200].map((count) => english.text("event-count", { count }))).toEqual([
      "1 event",
      "1,200 events",
    ])
    const german = createTexts("de", {
      "event-count": { one: "{count} Ereignis", other: "{count} Ereignisse" },
    })
    expect([german.text("event-count", { count: 1_200 }), german.text("now")]).toEqual([
      "1.200 Ereignisse",
      "Now",
    ])
  })
})
