import { casesFor } from "@financial-links/paths"
import type { FormContext } from "../../../machines/form.ts"
import { formMachine } from "../../../machines/form.ts"
import { addForms } from "../../../src/domain/forms.ts"
import { memberForms } from "../../../src/domain/member-forms.ts"
import type { FormEvent } from "../../../src/events/form.ts"
import { resumed } from "../../support/money-events.ts"
import { undriven } from "../undriven.ts"

addForms(memberForms)

const at = 1
const filled = { filled: true, problem: null }

const values = { bankName: "First Bank", userName: "Ada Obi" } as const

/** Events that the page offers. Only empty fields are filled. */
const onScreen = ({ values: known, secrets }: FormContext): readonly FormEvent[] => [
  ...Object.entries(values)
    .filter(([field]) => (known[field] ?? "") === "")
    .map(([field, value]) => ({ type: "form.change" as const, field, value, at })),
  ...(secrets.cardNumber?.filled === true
    ? []
    : [{ type: "form.fill" as const, secrets: { cardNumber: filled }, at }]),
]

/** The form for a bank card: two fields that are free text and one whose value never comes here. */
export const cases = casesFor(formMachine, {
  inputs: [{ formId: "bankAdd" }],
  events: [
    { type: "form.open", visit: "2.0", at },
    { type: "form.change", field: "bankName", value: "First Bank", at },
    { type: "form.change", field: "userName", value: "Ada Obi", at },
    { type: "form.fill", secrets: { cardNumber: filled }, at },
    { type: "form.leave", field: "bankName", at },
    { type: "form.submit", secrets: { cardNumber: filled }, handles: { cardNumber: "handle-1" }, at },
    { type: "form.submit", secrets: {}, handles: {}, at },
    { type: "form.accepted", at },
    { type: "form.refused", failure: { reason: "request.too-many" }, at },
    { type: "form.unconfirmed", at },
    { type: "journal.resumed", at },
  ],
  tells: ({ context }) => [context.values, context.secrets],
  /** Two text fields and a secret field whose value never reaches the machine. */
  walk: {
    inputs: [{ formId: "bankAdd" }],
    events: ({ value, context }): readonly FormEvent[] => {
      const { secrets } = context
      if (value === "submitting")
        return [
          { type: "form.accepted", at },
          { type: "form.refused", failure: { reason: "bank.duplicate" }, at },
          resumed,
        ]
      if (value === "done") return [{ type: "form.open", visit: "3.0", at }]
      return [
        ...onScreen(context),
        { type: "form.open", visit: "2.0", at },
        { type: "form.leave", field: "bankName", at },
        {
          type: "form.submit",
          secrets: { cardNumber: { filled: false, problem: null }, ...secrets },
          handles: {},
          at,
        },
        resumed,
      ]
    },
    tells: ({ context }) => [context.values, context.secrets],
    unreachable: undriven.form,
  },
})
