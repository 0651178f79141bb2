import { describe, expect, it } from "vitest"
import { standingStill } from "../../src/devtools/still.ts"

interface Row {
  readonly key: string
  readonly says: string
}

const keyOf = ({ key }: Row): string => key
const row = (key: string, says = key): Row => ({ key, says })

describe("a list that is read", () => {
  it("shows what there is while nobody reads", () => {
    const items = [row("b"), row("a")]
    expect(standingStill(items, null, keyOf)).toEqual({ rows: items, fresh: 0, isMore: false })
  })

  it("keeps its rows in their order, says what is known of them now, and counts those that came since", () => {
    const kept = { items: [row("b"), row("a", "under way")], of: "calls" }
    const items = [row("d"), row("a", "answered"), row("c"), row("b")]
    expect(standingStill(items, kept, keyOf)).toEqual({
      rows: [row("b"), row("a", "answered")],
      fresh: 2,
      isMore: false,
    })
  })

  it("keeps rows that have been let go, and does not pretend to know how many came after", () => {
    const kept = { items: [row("b"), row("a")], of: "calls" }
    expect(standingStill([row("d"), row("c"), row("b")], kept, keyOf)).toMatchObject({
      rows: kept.items,
      isMore: false,
    })
    expect(standingStill([row("e"), row("d")], kept, keyOf)).toEqual({
      rows: kept.items,
      fresh: 2,
      isMore: true,
    })
  })
})
