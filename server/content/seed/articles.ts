import { aboutArticles } from "./about.ts"
import { agreementArticles } from "./agreements.ts"
import { helpArticles } from "./help.ts"

/** The English articles that ship with the product, in list order. */
export const seedArticles = [...aboutArticles, ...agreementArticles, ...helpArticles]
