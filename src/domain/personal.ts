/**
 * Text that says who a member is or where their money goes: a name, an account, an address, an
 * invitation code. Recordings mask it wherever a field has such a name.
 */
import { Schema } from "effect"

/** The annotation of such a text. */
export const PERSONAL = "personal"

export const PersonalText = Schema.String.annotate({ [PERSONAL]: true })

/** The same, of a field whose name means something public elsewhere: masked where this schema holds. */
export const PersonalHere = Schema.String.annotate({ [PERSONAL]: "here" })
