import { describe } from "vitest"
import { formMachine, formNotice, formPhase, formProblems, isDirty } from "../../machines/form.ts"
import { addForms } from "../../src/domain/forms.ts"
import { memberForms } from "../../src/domain/member-forms.ts"
import type { FormEvent } from "../../src/events/form.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: formPhase,
  phases: {
    done: "done",
    "editing.tried": "editing",
    "editing.untried": "editing",
    submitting: "sending",
  },
}

addForms(memberForms)

const at = 1_000
const type = (field: string, value: string): FormEvent => ({ type: "form.change", field, value, at })
const fill = (field: string, reason: string | null = null): FormEvent => ({
  type: "form.fill",
  secrets: { [field]: { filled: true, problem: reason === null ? null : { reason } } },
  at,
})
const open = (visit: string): FormEvent => ({ type: "form.open", visit, at })
const submit: FormEvent = { type: "form.submit", secrets: {}, handles: { password: "h1" }, at }
const refuse = (reason: string): FormEvent => ({ type: "form.refused", failure: { reason }, at })

describe("a form", () => {
  const filled = { filled: true, problem: null }
  const empty = { values: {}, secrets: {}, handles: {}, touched: [], notice: null, failure: null }
  const failure = { reason: "request.too-many" }
  const leave = (field: string): FormEvent => ({ type: "form.leave", field, at })
  const resumed: FormEvent = { type: "journal.resumed", at }
  const accepted: FormEvent = { type: "form.accepted", at }
  const send: FormEvent = {
    type: "form.submit",
    secrets: { password: filled },
    handles: { password: "h1" },
    at,
  }
  const { begins, scenario } = scenariosOf(formMachine, {
    ...seen,
    input: { formId: "login" },
    shows: (snapshot) => ({
      problems: formProblems(snapshot),
      notice: formNotice(snapshot),
      isDirty: isDirty(snapshot),
    }),
  })
  const required = (...fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, { reason: "field.required" }]))

  begins("editing.untried", {
    context: { formId: "login", ...empty, focus: null },
    shows: { problems: {}, notice: null, isDirty: false },
  })

  scenario("shows the problem of a field once it was left, but not that it is empty", [
    [leave("username"), "editing.untried", { context: { touched: ["username"] } }],
    [leave("username"), "editing.untried"],
    [
      fill("password", "field.too-short"),
      "editing.untried",
      {
        context: { secrets: { password: { filled: true, problem: { reason: "field.too-short" } } } },
        shows: { isDirty: true },
      },
    ],
    [
      leave("password"),
      "editing.untried",
      {
        context: { touched: ["username", "password"] },
        shows: { problems: { password: { reason: "field.too-short" } } },
      },
    ],
  ])

  scenario("shows every problem once it was submitted, each time with the focus", [
    [
      { type: "form.submit", secrets: {}, handles: { password: "h1" }, at },
      "editing.tried",
      {
        context: { focus: { field: "username", count: 1 } },
        shows: { problems: required("username", "password") },
      },
    ],
    [
      type("username", "ada"),
      "editing.tried",
      { context: { values: { username: "ada" } }, shows: { problems: required("password"), isDirty: true } },
    ],
    [submit, "editing.tried", { context: { focus: { field: "password", count: 2 } } }],
    [
      type("username", ""),
      "editing.tried",
      {
        context: { values: { username: "" } },
        shows: { problems: required("username", "password"), isDirty: false },
      },
    ],
  ])

  scenario(
    "is sent with its open values and the handles of the secret ones, and is empty once it is accepted",
    [
      [
        send,
        "submitting",
        {
          context: { secrets: { password: filled }, handles: { password: "h1" } },
          does: [
            [
              "start submitForm",
              { formId: "login", values: { username: "ada" }, handles: { password: "h1" } },
            ],
          ],
        },
      ],
      [type("username", "eve"), "submitting"],
      [open("9.0"), "submitting"],
      [
        accepted,
        "done",
        { context: empty, shows: { isDirty: false }, does: ["stop submitForm", { emits: "form.done" }] },
      ],
    ],
    [type("username", "ada")],
  )

  scenario(
    "shows a refusal of the whole form until a field changes, or until it is sent again",
    [
      [
        { type: "form.refused", failure, at },
        "editing.tried",
        {
          context: { handles: {}, failure, notice: { field: null, problem: failure } },
          shows: { notice: failure },
          does: ["stop submitForm"],
        },
      ],
      [
        send,
        "submitting",
        {
          context: { handles: { password: "h1" }, failure: null, notice: null },
          shows: { notice: null },
          does: [
            [
              "start submitForm",
              { formId: "login", values: { username: "ada" }, handles: { password: "h1" } },
            ],
          ],
        },
      ],
      [
        refuse("login.wrong-credentials"),
        "editing.tried",
        {
          context: {
            handles: {},
            failure: { reason: "login.wrong-credentials" },
            notice: { field: "password", problem: { reason: "login.wrong-credentials" } },
            focus: { field: "password", count: 1 },
          },
          shows: { problems: { password: { reason: "login.wrong-credentials" } } },
          does: ["stop submitForm"],
        },
      ],
      [type("username", "adas"), "editing.tried", { context: { values: { username: "adas" } } }],
      [fill("password"), "editing.tried", { context: { notice: null }, shows: { problems: {} } }],
    ],
    [type("username", "ada"), send],
  )

  scenario(
    "loses its secrets with the document, and says so if it was being sent",
    [
      [
        resumed,
        "editing.untried",
        {
          context: {
            secrets: {},
            handles: {},
            notice: { field: null, problem: { reason: "form.interrupted" } },
          },
          shows: { notice: { reason: "form.interrupted" } },
          does: ["stop submitForm"],
        },
      ],
      [
        fill("password"),
        "editing.untried",
        { context: { secrets: { password: filled }, notice: null }, shows: { notice: null } },
      ],
      [resumed, "editing.untried", { context: { secrets: {} } }],
    ],
    [type("username", "ada"), send],
  )

  scenario(
    "is filled in again after it was accepted",
    [
      [
        type("username", "eve"),
        "editing.untried",
        { context: { values: { username: "eve" } }, shows: { isDirty: true } },
      ],
    ],
    [type("username", "ada"), send, accepted],
  )
  scenario(
    "takes a secret field after it was accepted",
    [
      [
        fill("password"),
        "editing.untried",
        { context: { secrets: { password: filled } }, shows: { isDirty: true } },
      ],
    ],
    [type("username", "ada"), send, accepted],
  )
  scenario(
    "opens empty in another visit, and goes on in the same one",
    [
      [open("1.0"), "editing.tried"],
      [
        open("2.0"),
        "editing.untried",
        { context: { ...empty, visit: "2.0" }, shows: { problems: {}, isDirty: false } },
      ],
    ],
    [open("1.0"), type("username", "ada"), leave("username"), submit],
  )
  scenario(
    "opens empty where it was accepted",
    [[open("2.0"), "editing.untried", { context: { visit: "2.0" } }]],
    [open("1.0"), type("username", "ada"), send, accepted],
  )

  scenariosOf(formMachine, {
    ...seen,
    input: { formId: "cryptoAdd" },
    shows: (snapshot) => ({ problems: formProblems(snapshot) }),
  }).scenario("does not say of a choice that was left that it is missing", [
    [leave("network"), "editing.untried", { context: { touched: ["network"] } }],
    [leave("address"), "editing.untried", { context: { touched: ["network", "address"] } }],
  ])
  const checksum = { reason: "field.address-checksum" }
  const address = (value: string) => ({ values: { network: "USDT-TRC20", address: value } })
  scenariosOf(formMachine, {
    ...seen,
    input: { formId: "cryptoAdd" },
    shows: (snapshot) => ({ reason: formProblems(snapshot).address?.reason }),
  }).scenario(
    "shows what its page found wrong with an open field, after its own rules",
    [
      [
        submit,
        "editing.tried",
        {
          context: { handles: {}, focus: { field: "address", count: 1 } },
          shows: { reason: checksum.reason },
        },
      ],
      [
        type("address", "T"),
        "editing.tried",
        { context: address("T"), shows: { reason: "field.too-short" } },
      ],
      [
        type("address", "T".repeat(34)),
        "editing.tried",
        { context: address("T".repeat(34)), shows: { reason: checksum.reason } },
      ],
      [
        fill("address"),
        "editing.tried",
        { context: { secrets: { address: filled } }, shows: { reason: undefined } },
      ],
      [
        submit,
        "submitting",
        {
          context: { handles: { password: "h1" } },
          does: [
            [
              "start submitForm",
              { formId: "cryptoAdd", ...address("T".repeat(34)), handles: { password: "h1" } },
            ],
          ],
        },
      ],
    ],
    [type("network", "USDT-TRC20"), type("address", "T".repeat(34)), fill("address", checksum.reason)],
  )

  scenariosOf(formMachine, { ...seen, input: { formId: "bankAdd" } }).scenario(
    "of a member keeps its draft in another visit",
    [
      [
        open("2.0"),
        "editing.untried",
        { context: { visit: "2.0", touched: [], notice: null, failure: null } },
      ],
    ],
    [
      open("1.0"),
      type("bankName", "First Bank"),
      type("userName", "Ada Obi"),
      leave("bankName"),
      { type: "form.submit", secrets: { cardNumber: filled }, handles: {}, at },
      { type: "form.refused", failure, at },
    ],
  )
})
