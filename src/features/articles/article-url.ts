import { urlOf } from "../../navigation/routes.ts"

/** The article about something, or all of the help where there is none of its own. */
export const articleUrl = (id: string | null | undefined): string =>
  id ? urlOf("agreement-detail", { id }) : urlOf("agreement", { kind: "help" })
