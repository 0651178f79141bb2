import { describe, expect, it } from "vitest"
import { frozenRows } from "../src/live-list.tsx"

interface Row {
  readonly key: string
  readonly text: string
}

const keyOf = ({ key }: Row): string => key
const row = (key: string, text = key): Row => ({ key, text })

describe("the rows of a frozen list", () => {
  it("are the items until reading begins", () => {
    const items = [row("b"), row("a")]
    expect(frozenRows(items, null, keyOf)).toEqual({ rows: items, newCount: 0, isAtLeast: false })
  })

  it("keep their order, take the newest version of each item, and count the new ones", () => {
    const frozen = [row("b"), row("a", "running")]
    const items = [row("d"), row("a", "answered"), row("c"), row("b")]
    expect(frozenRows(items, frozen, keyOf)).toEqual({
      rows: [row("b"), row("a", "answered")],
      newCount: 2,
      isAtLeast: false,
    })
  })

  it("keep items that left the list, and count only a minimum then", () => {
    const frozen = [row("b"), row("a")]
    expect(frozenRows([row("d"), row("c"), row("b")], frozen, keyOf)).toMatchObject({
      rows: frozen,
      isAtLeast: false,
    })
    expect(frozenRows([row("e"), row("d")], frozen, keyOf)).toEqual({
      rows: frozen,
      newCount: 2,
      isAtLeast: true,
    })
  })
})
