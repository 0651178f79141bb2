import { describe, expect, it } from "vitest"
import {
  changedStates,
  formFieldOf,
  isSecret,
  type PageChecks,
  rulesOf,
  secretProblem,
  secretStates,
} from "../../src/domain/forms.ts"
import { FORM_IDS } from "../support/form-ids.ts"

const EMPTY = { filled: false, problem: { reason: "field.required" } }
const OPTIONAL = { filled: false, problem: null }
const GOOD = { filled: true, problem: null }
const noChecks: PageChecks = {}

describe("the secret fields of a form", () => {
  it("are those whose value no event carries", () => {
    expect(isSecret("login", "password")).toBe(true)
    expect(isSecret("login", "username")).toBe(false)
    expect(isSecret("cryptoAdd", "address")).toBe(false)
  })

  it("are known by whether they are filled and what is wrong with them, never by their value", () => {
    expect(secretStates("login", { username: "ada", password: "amber-lantern-77" }, noChecks)).toEqual({
      password: GOOD,
      code: OPTIONAL,
    })
    expect(secretStates("login", { username: "ada" }, noChecks)).toEqual({ password: EMPTY, code: OPTIONAL })
    const values = { oldPassword: "amber-lantern-77", newPassword: "amber-lantern-78", confirm: "another" }
    expect(secretStates("password", values, noChecks)).toEqual({
      oldPassword: GOOD,
      newPassword: GOOD,
      confirm: { filled: true, problem: { reason: "field.mismatch" } },
    })
  })

  it("are known beside the open fields that the page checks, by all values", () => {
    const checks: PageChecks = {
      address: (value, { network }) => (value === `good on ${network}` ? null : { reason: "required" }),
    }
    const states = (address: string) => secretStates("cryptoAdd", { network: "tron", address }, checks)
    expect(states("good on tron")).toEqual({ address: GOOD })
    expect(states("good on other")).toEqual({ address: { ...EMPTY, filled: true } })
    const empty: PageChecks = { address: (value) => (value === "" ? null : { reason: "required" }) }
    expect(secretStates("cryptoAdd", {}, empty)).toEqual({ address: { filled: false, problem: null } })
  })
})

describe("the states that a machine is sent", () => {
  const states = { oldPassword: GOOD, newPassword: EMPTY }

  it("have that of the field that was changed, also where it is the same", () => {
    expect(changedStates(states, states, noChecks, "newPassword")).toEqual({ newPassword: EMPTY })
  })

  it("have those that differ from what is known, of fields that were filled before", () => {
    expect(changedStates(states, { oldPassword: EMPTY }, noChecks)).toEqual({ oldPassword: GOOD })
    expect(changedStates(states, { oldPassword: GOOD }, noChecks, "oldPassword")).toEqual({
      oldPassword: GOOD,
    })
    expect(changedStates(states, states, noChecks)).toEqual({})
  })

  it("have an open field that the page checks from the first problem on", () => {
    const checks: PageChecks = { address: () => null }
    const wrong = { filled: true, problem: { reason: "field.required" } }
    expect(changedStates({ address: wrong }, {}, checks)).toEqual({ address: wrong })
    expect(changedStates({ address: { filled: false, problem: null } }, {}, checks)).toEqual({})
    expect(changedStates({ address: wrong }, {}, noChecks)).toEqual({})
  })
})

describe("the field that a refusal concerns", () => {
  it("is the one it names, or the only one that it can mean", () => {
    expect(formFieldOf("cryptoAdd", { reason: "usdt.duplicate" })).toBe("address")
    expect(formFieldOf("bankAdd", { reason: "bank.duplicate" })).toBe("cardNumber")
    expect(formFieldOf("accountAdd", { reason: "bank.duplicate" })).toBe("accountNumber")
    expect(formFieldOf("bankAdd", { reason: "bank.duplicate", field: "username" })).toBe("userName")
    expect(formFieldOf("bankAdd", { reason: "system.internal" })).toBeNull()
    expect(formFieldOf("bankAdd", { reason: "bank.limit" })).toBeNull()
    expect(formFieldOf("login", { reason: "login.wrong-credentials" })).toBe("password")
    expect(formFieldOf("register", { reason: "password.too-common" })).toBe("password")
    expect(formFieldOf("password", { reason: "password.too-common" })).toBe("newPassword")
  })
})

describe("the declarations of forms", () => {
  it.each(FORM_IDS)("%s names each field once, on the screen and on the wire", (formId) => {
    const rules = rulesOf(formId)
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length)
    expect(new Set(rules.map((rule) => rule.wire)).size).toBe(rules.length)
    for (const rule of rules) expect(formFieldOf(formId, { reason: "x", field: rule.wire })).toBe(rule.name)
  })

  it("hold the secret fields against each other", () => {
    const values = { oldPassword: "old password", newPassword: "old password", confirm: "other" }
    const problemOf = (...given: Parameters<typeof secretProblem>) => secretProblem(...given)?.reason
    expect(problemOf("password", "newPassword", values)).toBe("field.same-as-old")
    expect(problemOf("password", "confirm", values)).toBe("field.mismatch")
    expect(secretProblem("bankAdd", "cardNumber", { cardNumber: "4242 4242 4242 4242" })).toBeNull()
    expect(problemOf("bankAdd", "cardNumber", { cardNumber: "4242 4242 4242 4243" })).toBe("field.checksum")
  })
})
