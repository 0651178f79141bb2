import { describe, expect, it, vi } from "vitest"
import { assign, emit, setup } from "xstate"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"

type Word = { readonly type: "say"; readonly word: string }

/** Keeps the words that are said to it, and emits each. "later" is said by itself after "wait". */
const machine = setup({
  types: {
    context: {} as { readonly words: readonly string[] },
    events: {} as Word,
    emitted: {} as { readonly type: "said"; readonly word: string },
  },
}).createMachine({
  context: { words: [] },
  initial: "quiet",
  states: {
    quiet: {
      on: {
        say: [
          {
            guard: ({ event }) => event.word === "break",
            actions: () => {
              throw new Error("broken")
            },
          },
          {
            target: "waiting",
            actions: [
              assign({ words: ({ context, event }) => [...context.words, event.word] }),
              emit(({ event }) => ({ type: "said" as const, word: event.word })),
            ],
          },
        ],
      },
    },
    // left by an event of XState's own
    waiting: {
      after: { 0: "quiet" },
      on: { say: { actions: assign({ words: ({ context, event }) => [...context.words, event.word] }) } },
    },
  },
})

const say = (word: string): Word => ({ type: "say", word })
const open = () => createHostedActor("talk", machine, undefined)
type Hosted = ReturnType<typeof open>
const wordsOf = (actor: Hosted) => actor.getSnapshot().context.words

/** A handle of a tab that follows, and what its takeovers led to. */
const openFollower = (takeOver: (actor: Hosted) => Promise<void>) => {
  const actor = open()
  let takeovers = 0
  actor.follow(actor.getSnapshot(), () => {
    takeovers += 1
    return takeOver(actor)
  })
  return { actor, takeovers: () => takeovers }
}

describe("a hosted actor", () => {
  it("has its first state before it is started, and drops what it is sent", () => {
    const actor = open()
    actor.send(say("lost"))
    actor.fold(say("lost"))
    expect([actor.getSnapshot().value, wordsOf(actor), actor.isLive(), actor.isFollowing()]).toEqual([
      "quiet",
      [],
      false,
      false,
    ])
  })

  it("tells listeners of each state, and of what it emits, until they stop", () => {
    const actor = open()
    const seen: unknown[] = []
    const byFunction = actor.subscribe(({ context }) => seen.push(["function", context.words.length]))
    actor.subscribe({ next: ({ context }) => seen.push(["observer", context.words.length]) })
    const emitted = actor.onEmit(({ word }) => seen.push(["emitted", word]))
    actor.start(null, null)
    expect(actor.isLive()).toBe(true)
    seen.length = 0
    actor.send(say("one"))
    expect(seen).toEqual(
      expect.arrayContaining([
        ["emitted", "one"],
        ["function", 1],
        ["observer", 1],
      ]),
    )
    byFunction.unsubscribe()
    emitted.unsubscribe()
    actor.stop()
    actor.start(actor.getSnapshot(), null)
    seen.length = 0
    actor.send(say("two"))
    expect(seen.map(String)).toEqual(["observer,2"])
    actor.stop()
    expect(actor.isLive()).toBe(false)
  })

  it("records what it is sent, and no event of its own", async () => {
    const actor = open()
    const recorded: unknown[] = []
    actor.start(null, (event) => recorded.push(event))
    actor.send(say("one"))
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("quiet"))
    expect(recorded).toEqual([say("one")])
    actor.stop()
  })

  it("says when it breaks", () => {
    const actor = open()
    const broken: string[] = []
    actor.start(null, null, (error) => broken.push(String(error)))
    actor.send(say("break"))
    expect(broken).toEqual(["Error: broken"])
  })
})

describe("an actor that follows another tab", () => {
  it("shows what it is given, and folds what the other tab does", () => {
    const { actor } = openFollower(() => Promise.resolve())
    const seen: number[] = []
    actor.subscribe(({ context }) => seen.push(context.words.length))
    actor.fold(say("one"))
    expect([wordsOf(actor), seen, actor.isFollowing(), actor.isLive()]).toEqual([["one"], [1], true, false])
    const later = actor.pure.step(actor.pure.step(actor.getSnapshot(), say("two")), say("three"))
    actor.follow(later, () => Promise.resolve())
    expect([wordsOf(actor), seen]).toEqual([
      ["one", "two", "three"],
      [1, 3],
    ])
  })

  it("takes over once for all commands, and sends them in their order", async () => {
    const { actor, takeovers } = openFollower(async (own) => own.start(own.getSnapshot(), null))
    for (const word of ["one", "two", "three"]) actor.send(say(word))
    expect(wordsOf(actor)).toEqual([])
    await vi.waitFor(() => expect(wordsOf(actor)).toEqual(["one", "two", "three"]))
    expect(takeovers()).toBe(1)
    actor.stop()
  })

  it("tries again where the other tab leads once more", async () => {
    let tries = 0
    const { actor, takeovers } = openFollower(async (own) => {
      tries += 1
      if (tries > 2) own.start(own.getSnapshot(), null)
    })
    actor.send(say("one"))
    await vi.waitFor(() => expect(wordsOf(actor)).toEqual(["one"]))
    expect(takeovers()).toBe(3)
    actor.stop()
  })

  it("drops its commands where it cannot take over, and when it is stopped", async () => {
    const { actor } = openFollower(() => Promise.reject(new Error("no")))
    actor.send(say("lost"))
    await Promise.resolve()
    await Promise.resolve()
    actor.start(actor.getSnapshot(), null)
    actor.send(say("one"))
    expect(wordsOf(actor)).toEqual(["one"])
    const { promise, resolve } = Promise.withResolvers<void>()
    const stopped = openFollower(() => promise)
    stopped.actor.send(say("lost"))
    stopped.actor.stop()
    stopped.actor.start(null, null)
    resolve()
    await promise
    stopped.actor.send(say("two"))
    expect(wordsOf(stopped.actor)).toEqual(["two"])
    actor.stop()
    stopped.actor.stop()
  })
})
