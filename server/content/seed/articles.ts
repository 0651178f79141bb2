import { aboutArticles } from "./about.ts"
import { agreementArticles } from "./agreements.ts"
import { helpArticles } from "./help.ts"

/** Articles that the product brings along, in English and in the order of the lists. */
export const seedArticles = [...aboutArticles, ...agreementArticles, ...helpArticles]
