import { describe, expect, it } from "vitest"
import { createActor, fromCallback, initialTransition } from "xstate"
import { formMachine, formNotice, formProblems, isDirty } from "../../machines/form.ts"
import { upcastSnapshot } from "../../packages/journal/src/upcast.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { type FormId, formFieldOf, rulesOf, secretProblem } from "../../src/domain/forms.ts"
import type { FormEvent } from "../../src/events/form.ts"
import { formStream } from "../../src/runtime/boot-actors.ts"
import { explore, fold } from "../support/explore.ts"
import { FORM_IDS } from "../support/form-ids.ts"

const at = 1_000
const start = (formId: FormId) => initialTransition(formMachine, { formId })[0]
const type = (field: string, value: string): FormEvent => ({ type: "form.change", field, value, at })
const fill = (field: string, reason: string | null = null): FormEvent => ({
  type: "form.fill",
  secrets: { [field]: { filled: true, problem: reason === null ? null : { reason } } },
  at,
})
const open = (visit: string): FormEvent => ({ type: "form.open", visit, at })
const submit: FormEvent = { type: "form.submit", secrets: {}, handles: { password: "h1" }, at }
const refuse = (reason: string, field?: string): FormEvent => ({
  type: "form.refused",
  failure: { reason, ...(field && { field }) },
  at,
})
const whole = [
  type("username", "ada"),
  fill("password"),
  type("invitationCode", "ABCD2345"),
  type("consent", "1767225600000"),
]

describe("a form", () => {
  it("reaches every state and takes every transition it declares", () => {
    const words: readonly FormEvent[] = [
      open("2.0"),
      ...whole,
      type("username", ""),
      { type: "form.leave", field: "username", at },
      submit,
      { type: "form.accepted", at },
      refuse("register.username-taken"),
      { type: "journal.resumed", at },
    ]
    const bound = ({ context }: { readonly context: { readonly [name: string]: unknown } }) => [
      context.values,
      context.secrets,
      context.notice,
    ]
    const explored = explore(formMachine, words, bound, { formId: "register" })
    expect(explored.unreached).toEqual([])
    expect(explored.untaken).toEqual([])
  })

  it("shows what its page found wrong with an open field, after the form's own rules", () => {
    const chosen = [type("network", "USDT-TRC20"), type("address", "T".repeat(34))]
    const found = [...chosen, fill("address", "field.address-checksum")]
    const refused = fold(formMachine, start("cryptoAdd"), [...found, submit])
    expect(refused.value).toEqual({ editing: "tried" })
    expect(formProblems(refused)).toEqual({ address: { reason: "field.address-checksum" } })
    expect(refused.context.focus?.field).toBe("address")
    const short = fold(formMachine, start("cryptoAdd"), [...found, type("address", "T"), submit])
    expect(formProblems(short)).toMatchObject({ address: { reason: "field.too-short" } })
    const right = fold(formMachine, start("cryptoAdd"), [...found, fill("address"), submit])
    expect(right.value).toBe("submitting")
  })

  it("remembers the visit in which it is filled in once more", () => {
    const sent = [open("1.0"), ...whole, submit, { type: "form.accepted" as const, at }]
    const again = fold(formMachine, start("register"), [...sent, open("2.0")])
    expect(again.value).toEqual({ editing: "untried" })
    const cut = fold(formMachine, again, [...whole, submit, { type: "journal.resumed", at }, open("2.0")])
    expect(formNotice(cut)).toEqual({ reason: "form.interrupted" })
  })

  it("reads its snapshots of the releases in which it was a flag that the form was submitted", () => {
    const stored = (value: string, submitted: boolean) =>
      upcastSnapshot(formStream, 1, { value, context: { formId: "register", submitted } })
    const context = { formId: "register" }
    expect(stored("editing", true)).toEqual({ value: { editing: "tried" }, context })
    expect(stored("editing", false)).toEqual({ value: { editing: "untried" }, context })
    expect(stored("submitting", true)).toEqual({ value: "submitting", context })
  })

  it("sends only when every field holds, and else goes to the first that does not", () => {
    const empty = fold(formMachine, start("register"), [submit])
    expect(empty.value).toEqual({ editing: "tried" })
    expect(formProblems(empty)).toEqual({
      username: { reason: "field.required" },
      password: { reason: "field.required" },
      invitationCode: { reason: "field.required" },
      consent: { reason: "field.required" },
    })
    expect(empty.context.focus).toEqual({ field: "username", count: 1 })
    const weak = fold(formMachine, start("register"), [...whole, fill("password", "field.too-short"), submit])
    expect(weak.context.focus?.field).toBe("password")
    expect(fold(formMachine, start("register"), [...whole, submit]).value).toBe("submitting")
  })

  it("loses nothing by a refusal, shows it next to its field, and drops it when the field changes", () => {
    const sent = [...whole, submit] as const
    const taken = fold(formMachine, start("register"), [...sent, refuse("register.username-taken")])
    expect(taken.value).toEqual({ editing: "tried" })
    expect(taken.context.values).toMatchObject({ username: "ada", invitationCode: "ABCD2345" })
    expect(formProblems(taken)).toEqual({ username: { reason: "register.username-taken" } })
    expect(taken.context.focus?.field).toBe("username")
    expect(formProblems(fold(formMachine, taken, [type("username", "ada2")]))).toEqual({})
    const silent = fold(formMachine, start("register"), [...sent, refuse("no-answer.timeout")])
    expect(formNotice(silent)).toEqual({ reason: "no-answer.timeout" })
    expect(formProblems(silent)).toEqual({})
    const named = fold(formMachine, start("register"), [...sent, refuse("field.invalid", "invitation_code")])
    expect(formProblems(named)).toEqual({ invitationCode: { reason: "field.invalid" } })
  })

  it("comes back from a reload with what was typed and with empty secret fields, and sends nothing again", () => {
    const back = fold(formMachine, start("register"), [...whole, submit, { type: "journal.resumed", at }])
    expect(back.value).toEqual({ editing: "untried" })
    expect(back.context.values.username).toBe("ada")
    expect(back.context.secrets).toEqual({})
    expect(formNotice(back)).toEqual({ reason: "form.interrupted" })
  })

  it("opens without the problems of an earlier visit, and keeps a member's draft alone", () => {
    const failed = [type("username", "ada"), fill("password"), submit, refuse("login.wrong-credentials")]
    const seen = fold(formMachine, start("login"), [open("1.0"), ...failed])
    expect(formProblems(seen)).toEqual({ password: { reason: "login.wrong-credentials" } })
    expect(fold(formMachine, seen, [open("1.0")]).context).toEqual(seen.context)
    const next = fold(formMachine, seen, [open("2.0")])
    expect(next.context.values).toEqual({})
    expect(next.context.failure).toBeNull()
    expect(formProblems(next)).toEqual({})
    const card = fold(formMachine, start("bankAdd"), [open("1.0"), type("bankName", "First Bank"), submit])
    expect(Object.keys(formProblems(card))).toEqual(["cardNumber", "userName"])
    const later = fold(formMachine, card, [open("2.0")])
    expect(formProblems(later)).toEqual({})
    expect(later.context.values).toEqual({ bankName: "First Bank" })
  })

  it("is empty after it was taken, and says so once", () => {
    const emitted: string[] = []
    const actor = createActor(
      formMachine.provide({
        actors: {
          submitForm: fromCallback(({ sendBack }) => sendBack({ type: "form.accepted", at })),
        },
      }),
      { input: { formId: "register" } },
    )
    actor.on("form.done", ({ type: done }) => emitted.push(done))
    actor.start()
    for (const event of [...whole, submit]) actor.send(event)
    expect(actor.getSnapshot().value).toBe("done")
    expect(isDirty(actor.getSnapshot())).toBe(false)
    expect(emitted).toEqual(["form.done"])
  })

  it("never holds the value of a secret field", () => {
    const { context } = fold(formMachine, start("login"), [
      type("username", "ada"),
      fill("password"),
      { ...submit, handles: { password: "handle-1" } },
    ])
    expect(context.values).toEqual({ username: "ada" })
    expect(context.secrets.password).toEqual({ filled: true, problem: null })
  })
})

describe("the declarations of forms", () => {
  it.each(FORM_IDS)("%s names each field once, on the screen and on the wire", (formId) => {
    const rules = rulesOf(formId)
    expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length)
    expect(new Set(rules.map((rule) => rule.wire)).size).toBe(rules.length)
    for (const rule of rules) expect(formFieldOf(formId, { reason: "x", field: rule.wire })).toBe(rule.name)
  })

  it("know of the reasons that are about a field", () => {
    expect(Object.keys(REASONS)).toContain("login.wrong-credentials")
    expect(formFieldOf("login", { reason: "login.wrong-credentials" })).toBe("password")
    expect(formFieldOf("register", { reason: "password.too-common" })).toBe("password")
    expect(formFieldOf("password", { reason: "password.too-common" })).toBe("newPassword")
    expect(formFieldOf("bankAdd", { reason: "bank.limit" })).toBeNull()
  })

  it("hold the secret fields against each other", () => {
    const values = { oldPassword: "old password", newPassword: "old password", confirm: "other" }
    expect(secretProblem("password", "newPassword", values)?.reason).toBe("field.same-as-old")
    expect(secretProblem("password", "confirm", values)?.reason).toBe("field.mismatch")
    expect(secretProblem("bankAdd", "cardNumber", { cardNumber: "4242 4242 4242 4242" })).toBeNull()
    expect(secretProblem("bankAdd", "cardNumber", { cardNumber: "4242 4242 4242 4243" })?.reason).toBe(
      "field.checksum",
    )
  })
})
