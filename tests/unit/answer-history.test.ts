import { Exit } from "effect"
import { describe, expect, it } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import { createAnswerHistory } from "../../src/devtools/answer-history.ts"

const silence = Exit.fail(new NoAnswer({ kind: "network", status: null }))

const openHistory = () => {
  const history = createAnswerHistory()
  return {
    history,
    answered: (url: string, position: number, state: string) =>
      history.record("codeUrl", { url }, { position, atMs: position, exit: Exit.succeed({ url, state }) }),
    statesAt: (position: number) => history.ofEndpoint("codeUrl", position).map(({ state }) => state),
    stateAt: (url: string, position: number) => {
      const known = history.at("codeUrl", { url }, position)
      return known !== undefined && Exit.isSuccess(known) ? known.value.state : undefined
    },
  }
}

describe("the history of answers", () => {
  it("has for each request the last answer until a position", () => {
    const { answered, history, stateAt } = openHistory()
    answered("/a", 3, "first")
    answered("/b", 4, "of another request")
    answered("/a", 7, "second")
    expect([2, 3, 6, 7, 99].map((position) => stateAt("/a", position))).toEqual([
      undefined,
      "first",
      "first",
      "second",
      "second",
    ])
    history.record("codeUrl", { url: "/a" }, { position: 8, atMs: 8, exit: silence })
    expect(history.at("codeUrl", { url: "/a" }, 8)).toBe(silence)
    expect(history.at("codeUrl", { url: "/never" }, 8)).toBeUndefined()
  })

  it("lists what is known of an endpoint until a position, in the order in which it came", () => {
    const { answered, history, statesAt } = openHistory()
    answered("/a", 5, "third")
    answered("/b", 2, "first")
    history.record("codeUrl", { url: "/c" }, { position: 3, atMs: 3, exit: silence })
    history.record(
      "codeUrl",
      { url: "/d" },
      { position: 4, known: { data: { url: "/d", state: "second" }, atMs: 1 }, why: undefined },
    )
    expect(statesAt(1)).toEqual([])
    expect(statesAt(4)).toEqual(["first", "second"])
    expect(statesAt(5)).toEqual(["first", "second", "third"])
    expect(history.ofEndpoint("banners", 5)).toEqual([])
  })

  it("counts the answers until a position", () => {
    const { answered, history } = openHistory()
    for (const position of [2, 4, 4, 9]) answered("/a", position, "any")
    expect([1, 2, 3, 4, 8, 9].map((position) => history.countAt(position))).toEqual([0, 1, 1, 3, 3, 4])
  })

  it("shows a failed call beside the answer before it", () => {
    const { answered, history } = openHistory()
    expect(history.stateAt("codeUrl", { url: "/a" }, 9)).toMatchObject({ phase: "loading", data: undefined })
    answered("/a", 1, "first")
    history.record("codeUrl", { url: "/a" }, { position: 2, atMs: 2, exit: silence })
    expect(history.stateAt("codeUrl", { url: "/a" }, 1)).toMatchObject({ stale: false, failure: undefined })
    expect(history.stateAt("codeUrl", { url: "/a" }, 2)).toMatchObject({
      data: { state: "first" },
      stale: true,
      failure: { reason: "no-answer.network" },
    })
  })

  it("forgets the oldest answers of a request beyond 200", () => {
    const { answered, stateAt, statesAt } = openHistory()
    for (let position = 1; position <= 201; position += 1) answered("/a", position, `${position}`)
    expect(stateAt("/a", 1)).toBeUndefined()
    expect(stateAt("/a", 2)).toBe("2")
    expect(statesAt(201)).toHaveLength(200)
  })

  it("forgets those of an endpoint when more than 400 requests were made", () => {
    const { answered, history, statesAt } = openHistory()
    history.record("systemAppUrl", {}, { position: 1, atMs: 1, exit: Exit.succeed({ url: "/app" }) })
    for (let nth = 1; nth <= 399; nth += 1) answered(`/${nth}`, nth + 1, `${nth}`)
    answered("/399", 500, "again")
    expect(statesAt(500)).toHaveLength(400)
    answered("/one-more", 501, "one more")
    expect(statesAt(501)).toEqual(["one more"])
    expect(history.ofEndpoint("systemAppUrl", 501)).toEqual([{ url: "/app" }])
    for (let nth = 1; nth <= 398; nth += 1) answered(`/${nth}`, 600 + nth, `${nth}`)
    expect(statesAt(1_000)).toHaveLength(399)
  })
})
