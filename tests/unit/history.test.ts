import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type MirroredEntry, markOf, mirrorHistory } from "../../src/navigation/history.ts"
import { FakeHistory } from "../support/fake-history.ts"

const entry = (id: string): MirroredEntry => ({ id, url: `/${id}` })
const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

describe("a mark", () => {
  it.each([
    null,
    undefined,
    5,
    "x",
    [],
    {},
    { id: 1, depth: 1 },
    { id: "a" },
    { id: "a", depth: 0 },
    { id: "a", depth: 1.5 },
    { id: "a", depth: "1" },
  ])("is not %j", (state) => expect(markOf(state)).toBeNull())

  it("is an id and a depth", () =>
    expect(markOf({ id: "a", depth: 2, more: 1 })).toEqual({ id: "a", depth: 2 }))
})

describe("the browser's history", () => {
  it("is where the stack is, whatever the stack does", async () => {
    const ids = fc.constantFrom("a", "b", "c", "d", "e")
    const stacks = fc.array(fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(stacks, async (wanted) => {
        const history = new FakeHistory("/a")
        const popped: string[] = []
        const mirror = mirrorHistory(history, (mark) => popped.push(mark?.id ?? "?"))
        mirror.begin([entry("a")])
        for (const stack of wanted) {
          mirror.mirror(stack.map(entry))
          for (let turn = 0; turn < 8; turn += 1) await pause()
          expect(history.url()).toBe(`/${stack.at(-1)}`)
          expect(history.state()).toEqual({ id: stack.at(-1), depth: stack.length })
        }
        // every step back leads to the page below, down to the bottom
        const last = wanted.at(-1) ?? []
        for (const id of last.slice(0, -1).toReversed()) {
          history.go(-1)
          await pause()
          await pause()
          expect(history.url()).toBe(`/${id}`)
        }
        expect(popped).toEqual(last.slice(0, -1).toReversed())
        mirror.stop()
      }),
      { numRuns: 8 },
    )
  })

  it("goes on from where a reload has left it", async () => {
    const history = new FakeHistory("/b", { id: "b", depth: 2 })
    const mirror = mirrorHistory(history, () => {})
    mirror.begin([entry("a"), entry("b")])
    mirror.mirror([entry("a"), entry("b"), entry("c")])
    await pause()
    expect(history.state()).toEqual({ id: "c", depth: 3 })
    mirror.stop()
  })

  it("is not waited for at its end", async () => {
    const history = new FakeHistory("/b", { id: "b", depth: 2 })
    const mirror = mirrorHistory(history, () => {})
    mirror.begin([entry("a"), entry("b")])
    // what the stack takes for the page below is another site, or nothing
    mirror.mirror([entry("x")])
    await expect.poll(() => history.state(), { timeout: 2_000 }).toEqual({ id: "x", depth: 1 })
    mirror.stop()
  })

  it("follows again after the browser has refused a step", async () => {
    const history = new FakeHistory("/a")
    let isRefusing = true
    const port = {
      ...history,
      push: (...step: Parameters<typeof history.push>) => {
        if (isRefusing) throw new DOMException("too many", "SecurityError")
        history.push(...step)
      },
    }
    const mirror = mirrorHistory(port, () => {})
    mirror.begin([entry("a")])
    mirror.mirror([entry("a"), entry("b")])
    await pause()
    isRefusing = false
    mirror.mirror([entry("a"), entry("b")])
    await pause()
    expect(history.url()).toBe("/b")
    mirror.stop()
  })
})
