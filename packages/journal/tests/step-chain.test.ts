/** Chains of steps: what a link covers, that files of earlier releases still fit, and where two differ. */
import { describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import { redact } from "../src/redact.ts"
import { foldOf } from "../src/replay.ts"
import { canonical, hashOf } from "../src/state-hash.ts"
import { firstDifference, foldChained, type StepChain } from "../src/step-chain.ts"

interface NoteContext {
  readonly tags: readonly string[]
  readonly count: number
  readonly password: string
}
const noteMachine = setup({
  types: {
    context: {} as NoteContext,
    events: {} as { readonly type: "note.tag"; readonly tag: string } | { readonly type: "note.close" },
  },
}).createMachine({
  id: "note",
  context: { tags: [], count: 0, password: "canary" },
  initial: "open",
  states: {
    open: {
      on: {
        "note.tag": {
          actions: assign({
            // a new list with the same content, where the tag is empty
            tags: ({ context, event }) => [...context.tags, ...(event.tag === "" ? [] : [event.tag])],
            count: ({ context, event }) => context.count + event.tag.length,
          }),
        },
        "note.close": "closed",
      },
    },
    closed: { type: "final" },
  },
})
const note = foldOf(noteMachine, undefined)
const events = [
  { type: "note.tag", tag: "new" },
  { type: "note.tag", tag: "" },
  { type: "note.close" },
] as const
const filed = { id: "note", seq: 7, base: null, events }

const chained = (change: object = {}, received: readonly { readonly type: string }[] = events) =>
  foldChained(note.step, note.initial(), received, { ...filed, ...change }, redact)

describe("the chain of a stream", () => {
  it("has the links of earlier releases: their files fit", () => {
    expect(chained().chain).toEqual({
      events: ["058e6e2ae07a", "d6ec90b28ac5", "ddfc7674d770", "039fa490c200"],
      states: ["48d52a4998f9", "b9d87ab6e0e4", "480d9ea09fdf", "4a14c7485beb"],
    })
  })

  it("ends in the state that the events lead to", () => {
    expect(chained().end).toMatchObject({
      status: "done",
      value: "closed",
      context: { tags: ["new"], count: 3 },
    })
    expect(chained({}, []).end.value).toBe("open")
    expect(chained({}, []).chain.events).toHaveLength(1)
  })

  it("covers in each event's link the file's event and the link before it", () => {
    const { events: links } = chained().chain
    const linkOf = (...parts: Parameters<typeof hashOf>) => hashOf(...parts).slice(0, 12)
    expect(links[0]).toBe(linkOf(["note", 7, null]))
    for (const [index, event] of events.entries())
      expect(links[index + 1]).toBe(linkOf([links[index] ?? "", event]))
  })

  it("covers in each state's link status, value and the fields that changed, in the order of their names", () => {
    const { states } = chained().chain
    const linkOf = (before: string, status: string, value: string, fields: object) => {
      const texts = Object.entries(fields).map(([name, field]) => canonical({ [name]: field }))
      return hashOf([before, status, value, ...texts]).slice(0, 12)
    }
    const [first = "", second = "", third = ""] = states
    expect(states[0]).toBe(linkOf("", "active", "open", { count: 0, password: "[redacted]", tags: [] }))
    expect(states[1]).toBe(linkOf(first, "active", "open", { count: 3, tags: ["new"] }))
    expect(states[2]).toBe(linkOf(second, "active", "open", {}))
    expect(states[3]).toBe(linkOf(third, "done", "closed", {}))
  })

  it("covers no secret", () => {
    const secret = (pin: string) => chained({ events: [{ ...events[0], pin }, events[1], events[2]] })
    expect(secret("1234")).toEqual(secret("5678"))
    expect(chained({ base: { password: "a" } }).chain).toEqual(chained({ base: { password: "b" } }).chain)
  })

  it.each([{ id: "other" }, { seq: 8 }, { base: { status: "active" } }])(
    "has other links from its beginning on with %j",
    (change) => {
      const [own, other] = [chained().chain, chained(change).chain]
      expect(other.events.every((link, index) => link !== own.events[index])).toBe(true)
      expect(other.states).toEqual(own.states)
    },
  )
})

describe("the first difference of two chains", () => {
  const chain = (eventLinks: string, stateLinks: string): StepChain => ({
    events: eventLinks.split(""),
    states: stateLinks.split(""),
  })
  const recorded = chain("abcd", "efgh")

  it.each<[string, StepChain, object | null]>([
    ["is none where they are the same", chain("abcd", "efgh"), null],
    ["is the beginning", chain("xbcd", "efgh"), { step: 0, what: "event" }],
    ["is an event before a state", chain("abxd", "efgx"), { step: 2, what: "event" }],
    ["is a state before an event", chain("abcx", "exgh"), { step: 1, what: "state" }],
    ["is the event where both differ", chain("axcd", "exgh"), { step: 1, what: "event" }],
    ["is a state alone", chain("abcd", "efgx"), { step: 3, what: "state" }],
    ["is one that was not recorded", chain("abcde", "efghi"), { step: 4, what: "event" }],
    ["is one that is missing", chain("abc", "efg"), { step: 3, what: "event" }],
    ["is a state that is missing", chain("abcd", "efg"), { step: 3, what: "state" }],
  ])("%s", (_, replayed, difference) => {
    expect(firstDifference(recorded, replayed)).toEqual(difference)
  })
})
