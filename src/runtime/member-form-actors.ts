/** The seats of a member's forms. What was filled in, but for secret fields, survives a reload in this tab. */
import { type FormJob, formMachine } from "../../machines/form.ts"
import { addForms, type FormId } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { formStream } from "../events/form-stream.ts"
import type { ActorHost } from "./actor-host.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { type SentForm, submitForm } from "./effects/submit-form.ts"

/** The forms of a member. */
export const registerMemberForms = (host: ActorHost) => {
  addForms(memberForms)
  const submission = effectActor(host.services, ({ formId, values, handles }: FormJob) =>
    submitForm({ formId: sentForm(formId), values, handles }),
  )
  const machine = formMachine.provide({ actors: { submitForm: submission } })
  return {
    "form.password": host.registerActor("form.password", machine, { formId: "password" }, formStream),
    "form.bankAdd": host.registerActor("form.bankAdd", machine, { formId: "bankAdd" }, formStream),
    "form.cryptoAdd": host.registerActor("form.cryptoAdd", machine, { formId: "cryptoAdd" }, formStream),
    "form.realName": host.registerActor("form.realName", machine, { formId: "realName" }, formStream),
  }
}

const sentForm = (formId: FormId): SentForm => {
  if (formId === "login" || formId === "register") throw new Error(`${formId} is sent by the session`)
  return formId
}
