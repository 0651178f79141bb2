import { LOCALES } from "../../../src/domain/limits.ts"
import { localeTagOf } from "../../../src/domain/locale.ts"

/**
 * The company video, drawn by scripts/draw-video.ts, with its captions in every language. It has
 * neither sound nor words of its own, so all languages of the article show the same.
 */
export const companyVideo = [
  '<video src="/media/company.webm">',
  ...LOCALES.map((locale) => `<track src="/media/company.${locale}.vtt" srclang="${localeTagOf(locale)}" />`),
  "</video>",
].join("")
