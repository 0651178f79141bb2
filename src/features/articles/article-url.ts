import { urlOf } from "../../navigation/routes.ts"

/** The URL of an article, or of the help list if there is no such article. */
export const articleUrl = (id: string | null | undefined): string =>
  id ? urlOf("agreement-detail", { id }) : urlOf("agreement", { kind: "help" })
