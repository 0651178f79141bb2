import type { DEFAULT_LOCALE, Locale } from "../../../src/domain/limits.ts"
import type { TranslationOf } from "./article.ts"
import type { seedArticles } from "./articles.ts"
import { aboutDe } from "./de/about.ts"
import { agreementsDe } from "./de/agreements.ts"
import { helpDe } from "./de/help.ts"
import { aboutEs } from "./es/about.ts"
import { agreementsEs } from "./es/agreements.ts"
import { helpEs } from "./es/help.ts"
import { aboutFr } from "./fr/about.ts"
import { agreementsFr } from "./fr/agreements.ts"
import { helpFr } from "./fr/help.ts"
import { aboutHl } from "./hl/about.ts"
import { agreementsHl } from "./hl/agreements.ts"
import { helpHl } from "./hl/help.ts"
import { aboutIt } from "./it/about.ts"
import { agreementsIt } from "./it/agreements.ts"
import { helpIt } from "./it/help.ts"
import { aboutJa } from "./ja/about.ts"
import { agreementsJa } from "./ja/agreements.ts"
import { helpJa } from "./ja/help.ts"
import { aboutPt } from "./pt/about.ts"
import { agreementsPt } from "./pt/agreements.ts"
import { helpPt } from "./pt/help.ts"
import { aboutVn } from "./vn/about.ts"
import { agreementsVn } from "./vn/agreements.ts"
import { helpVn } from "./vn/help.ts"
import { aboutZh } from "./zh/about.ts"
import { agreementsZh } from "./zh/agreements.ts"
import { helpZh } from "./zh/help.ts"

/** The seed articles in every language except English. */
export const translations: Readonly<
  Record<Exclude<Locale, typeof DEFAULT_LOCALE>, TranslationOf<typeof seedArticles>>
> = {
  zh: { ...aboutZh, ...agreementsZh, ...helpZh },
  ja: { ...aboutJa, ...agreementsJa, ...helpJa },
  pt: { ...aboutPt, ...agreementsPt, ...helpPt },
  es: { ...aboutEs, ...agreementsEs, ...helpEs },
  de: { ...aboutDe, ...agreementsDe, ...helpDe },
  fr: { ...aboutFr, ...agreementsFr, ...helpFr },
  vn: { ...aboutVn, ...agreementsVn, ...helpVn },
  hl: { ...aboutHl, ...agreementsHl, ...helpHl },
  it: { ...aboutIt, ...agreementsIt, ...helpIt },
}
