import { addForms, type FormId, visitorForms } from "../../src/domain/forms.ts"
import { memberForms } from "../../src/domain/member-forms.ts"

addForms(memberForms)

/** Every form that is declared. */
export const FORM_IDS = Object.keys({ ...visitorForms, ...memberForms }) as FormId[]
