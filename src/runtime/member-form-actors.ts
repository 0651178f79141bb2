/** The seats of a member's forms. What was filled in, but for secret fields, survives a reload in this tab. */
import { type FormJob, formMachine } from "../../machines/form.ts"
import { addForms, type FormId } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { formStream } from "../events/form-stream.ts"
import type { House } from "./actor-host.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { type SentForm, submitForm } from "./effects/submit-form.ts"

/** The forms of a member. */
export const seatMemberForms = (house: House) => {
  addForms(memberForms)
  const submission = effectActor(house.services, ({ formId, values, handles }: FormJob) =>
    submitForm({ formId: sentForm(formId), values, handles }),
  )
  const machine = formMachine.provide({ actors: { submitForm: submission } })
  return {
    "form.password": house.seat("form.password", machine, { formId: "password" }, formStream),
    "form.bankAdd": house.seat("form.bankAdd", machine, { formId: "bankAdd" }, formStream),
    "form.cryptoAdd": house.seat("form.cryptoAdd", machine, { formId: "cryptoAdd" }, formStream),
    "form.realName": house.seat("form.realName", machine, { formId: "realName" }, formStream),
  }
}

const sentForm = (formId: FormId): SentForm => {
  if (formId === "login" || formId === "register") throw new Error(`${formId} is sent by the session`)
  return formId
}
