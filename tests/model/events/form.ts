import { formMachine } from "../../../machines/form.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { addForms } from "../../../src/domain/forms.ts"
import { memberForms } from "../../../src/domain/member-forms.ts"

addForms(memberForms)

const at = 1
const filled = { filled: true, problem: null }

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
    { type: "journal.resumed", at },
  ],
  tells: ({ context }) => [context.values, context.secrets],
})
