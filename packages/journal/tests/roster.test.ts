/** The roster of a recording: which stream or actor was taken out, added or moved. */
import { describe, expect, it } from "vitest"
import { type Listed, RosterEntry, rosterDifference, rosterOf } from "../src/roster.ts"
import { validated } from "../src/schema.ts"

const listed: readonly Listed[] = [
  { key: "loan", from: 0 },
  { key: "branch.north", from: 40 },
  { key: "gate#1", from: 1_500 },
]
const linksOf = (given: readonly Listed[]) => rosterOf(given).map(({ link }) => link)

describe("a roster", () => {
  it("lists each with a link to those before it", () => {
    const roster = rosterOf(listed)
    expect(roster.map(({ key }) => key)).toEqual(["loan", "branch.north", "gate#1"])
    expect(linksOf(listed).every((link) => /^[0-9a-f]{12}$/.test(link))).toBe(true)
    expect(new Set(linksOf(listed)).size).toBe(3)
    expect(rosterOf(listed)).toEqual(roster)
    expect(rosterOf([])).toEqual([])
  })

  it("has other links from the place on where something differs", () => {
    const [first, second, third] = linksOf(listed)
    const later = listed.map((one, index) => (index === 1 ? { ...one, from: 41 } : one))
    expect(linksOf(later)[0]).toBe(first)
    expect(linksOf(later)[1]).not.toBe(second)
    expect(linksOf(later)[2]).not.toBe(third)
    const renamed = listed.map((one, index) => (index === 2 ? { ...one, key: "gate#2" } : one))
    expect(linksOf(renamed).slice(0, 2)).toEqual([first, second])
    expect(linksOf(renamed)[2]).not.toBe(third)
  })

  it("has other links from the first on where their number differs", () => {
    const [first] = linksOf(listed)
    expect(linksOf(listed.slice(0, 2))[0]).not.toBe(first)
  })
})

describe("the difference from a roster", () => {
  const differs = (given: readonly Listed[]) => rosterDifference(rosterOf(listed), given)
  const without = (index: number) => listed.toSpliced(index, 1)

  it("is none where the file holds what was recorded", () => {
    expect(differs(listed)).toBeNull()
    expect(rosterDifference([], [])).toBeNull()
  })

  it("is the first that is missing, then the first that was added", () => {
    expect(differs(without(1))).toEqual({ key: "branch.north", what: "missing" })
    expect(differs([])).toEqual({ key: "loan", what: "missing" })
    const more = [{ key: "other", from: 1 }, ...listed, { key: "another", from: 2 }]
    expect(differs(more)).toEqual({ key: "other", what: "added" })
    expect(differs([...without(0), { key: "other", from: 1 }])).toEqual({ key: "loan", what: "missing" })
  })

  it("is the first that is out of its place, or begins elsewhere", () => {
    expect(differs(listed.toReversed())).toEqual({ key: "gate#1", what: "moved" })
    const later = listed.map((one) => (one.key === "branch.north" ? { ...one, from: 41 } : one))
    expect(differs(later)).toEqual({ key: "branch.north", what: "moved" })
    const twice = [...listed, ...listed.slice(0, 1)]
    expect(differs(twice)).toEqual({ key: "loan", what: "moved" })
  })

  it("is found where one was taken out of the roster too", () => {
    expect(rosterDifference(rosterOf(listed).slice(1), without(0))).toEqual({
      ...{ key: "branch.north", what: "moved" },
    })
    expect(rosterDifference(rosterOf(listed).slice(0, 2), without(2))).toEqual({
      ...{ key: "loan", what: "moved" },
    })
  })

  it("is found where a link or the key of one link was changed", () => {
    const links = (change: { key?: string; link?: string }) =>
      rosterOf(listed).map((one, index) => (index === 2 ? { ...one, ...change } : one))
    expect(rosterDifference(links({ link: "0".repeat(12) }), listed)).toEqual({
      ...{ key: "gate#1", what: "moved" },
    })
    expect(rosterDifference(links({ key: "loan" }), listed)).toEqual({ key: "gate#1", what: "added" })
    const swapped = rosterOf(listed).map((one, index) => ({
      ...one,
      key: ["branch.north", "loan", "gate#1"][index] ?? "",
    }))
    expect(rosterDifference(swapped, listed)).toEqual({ key: "loan", what: "moved" })
  })
})

describe("a roster in a file", () => {
  const isRead = (entry: object) => !validated(RosterEntry, entry).issues
  const link = "0123456789ab"

  it("has short keys, and links of twelve lower-case hex digits", () => {
    expect(isRead({ key: "k".repeat(200), link })).toBe(true)
    expect(isRead({ key: "k".repeat(201), link })).toBe(false)
    for (const other of [`${link}c`, `c${link}`, link.slice(1), link.toUpperCase(), "", 5])
      expect(isRead({ key: "k", link: other })).toBe(false)
    expect(isRead({ link })).toBe(false)
  })
})
