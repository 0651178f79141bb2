import { expect, it } from "vitest"
import {
  firstProblem,
  focusOn,
  HIDDEN_DIGITS,
  type Notice,
  noticeAfter,
  noticeOf,
  shownParams,
  shownProblems,
} from "../../src/domain/problem.ts"
import { fieldProblem } from "../../src/domain/validate.ts"

const zero = { reason: "field.zero" }
const small = { reason: "field.below-minimum", params: { min: "100.00" } }

it("a field's problem is named as its text is, with its bounds", () => {
  expect(fieldProblem(null)).toBeNull()
  expect(fieldProblem({ reason: "zero" })).toEqual(zero)
  expect(fieldProblem({ reason: "too-short", params: { min: 3 } })).toEqual({
    reason: "field.too-short",
    params: { min: 3 },
  })
})

it("the first problem is the first in the order of the screen", () => {
  const order = ["stake", "period"] as const
  expect(firstProblem(order, {})).toBeNull()
  expect(firstProblem(order, { period: zero })).toBe("period")
  expect(firstProblem(order, { period: zero, stake: small })).toBe("stake")
})

it("each request for the focus differs from the one before", () => {
  const first = focusOn(null, "stake")
  expect(first).toEqual({ field: "stake", count: 1 })
  expect(focusOn(first, "stake")).toEqual({ field: "stake", count: 2 })
  expect(focusOn(first, null)).toBe(first)
  expect(focusOn(null, null)).toBeNull()
})

it("a notice keeps what its problem says, and nothing else of the refusal", () => {
  const refusal = { ...small, message: "too small" }
  expect(noticeOf("stake", refusal)).toEqual({ field: "stake", problem: small })
  expect(noticeOf(null, { reason: "order.sold-out" })).toEqual({
    field: null,
    problem: { reason: "order.sold-out" },
  })
})

it("a notice goes with a change of its field, and one of the whole with any", () => {
  const ofStake: Notice<"stake" | "period"> = { field: "stake", problem: small }
  expect(noticeAfter(ofStake, "period")).toBe(ofStake)
  expect(noticeAfter(ofStake, "period", "stake")).toBeNull()
  expect(noticeAfter<string>({ field: null, problem: zero }, "period")).toBeNull()
  expect(noticeAfter(null, "stake")).toBeNull()
})

it("problems are shown once a field was touched, and the server's refusal always", () => {
  type Field = "stake" | "period"
  const found = { stake: zero, period: small }
  expect(shownProblems<Field>(found, [], null)).toEqual({})
  expect(shownProblems<Field>(found, ["period"], null)).toEqual({ period: small })
  expect(Object.keys(shownProblems<Field>({ stake: zero }, ["stake", "period"], null))).toEqual(["stake"])
  expect(shownProblems<Field>(found, ["stake"], { field: "stake", problem: small })).toEqual({ stake: small })
  expect(shownProblems<Field>(found, ["stake"], { field: null, problem: small })).toEqual({ stake: zero })
})

it.each([
  ["1234.50", "₦1,234.50"],
  ["-1234.50", "-₦1,234.50"],
  ["0.00", "₦0.00"],
  ["1234.5000", "1,234.5000"],
  ["25.4000", "25.4000"],
  ["1234.5", "1234.5"],
  ["25.400", "25.400"],
  ["-25.4000", "-25.4000"],
  ["x1.00", "x1.00"],
  ["1.00x", "1.00x"],
  ["x25.4000", "x25.4000"],
  ["25.4000x", "25.4000x"],
  ["", ""],
  [1234.5, 1234.5],
])("the parameter %s of a message reads %s", (value, shown) => {
  expect(shownParams("en", { value })).toEqual({ value: shown })
})

it("the member's balance alone is hidden with the other balances", () => {
  const params = { available: "10.00", min: "100.00" }
  const hidden = { available: HIDDEN_DIGITS, min: "₦100.00" }
  expect(shownParams("en", params, true)).toEqual(hidden)
  expect(shownParams("en", params)).toEqual({ available: "₦10.00", min: "₦100.00" })
  expect(hidden.available).not.toMatch(/\d|^$/)
  expect(shownParams("de", { max: "25.4000" })).toEqual({ max: "25,4000" })
  expect(shownParams("en", { min: 12.34 })).toEqual({ min: 12.34 })
  expect(shownParams("en")).toEqual({})
})
