/**
 * The HTTP request of a call. Apart from the endpoints, so that the document can send a call before
 * any code has loaded.
 */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../domain/limits.ts"

/** Where several reads are sent in one request (`batch.ts`). */
export const BATCH_PATH = "api/batch"

/** What the request needs of an endpoint's declaration. */
export interface WireCall {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly auth: "anyone" | "member"
}

export interface WireCaller {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly token: string | null
  /** The id of the logged-in member; sent in the body with the language. */
  readonly userId: string | null
  readonly locale: Locale
}

export interface WireRequest {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    readonly credentials: "omit"
    readonly redirect: "error"
    readonly cache: "no-store"
  }
}

const transport = { credentials: "omit", redirect: "error", cache: "no-store" } as const

const queryOf = (fields: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

/** The request with these fields, which have their wire names. */
export const wireRequest = (
  { method, path, auth }: WireCall,
  fields: Readonly<Record<string, unknown>>,
  { baseUrl, token, userId, locale }: WireCaller,
): WireRequest => {
  const language = languageHeaders(locale)
  const known = auth === "member" ? token : null
  const headers = { ...language, accept: "application/json", ...(known !== null && { token: known }) }
  const url = `${baseUrl}/${path}`
  if (method === "GET") return { url: url + queryOf(fields), init: { ...transport, method, headers } }
  const body = JSON.stringify({ ...fields, ...(userId !== null && { user_id: userId, lang: language.lang }) })
  return {
    url,
    init: { ...transport, method, headers: { ...headers, "Content-Type": "application/json" }, body },
  }
}

// * The language headers of a call. The specification maps nine locales to `lang`; Italian has none
// and sends en_US. A second header, `locale`, carries the exact locale. `lang` decides if it is
// sent alone.

export const LANG_OF_LOCALE: Readonly<Record<Locale, string>> = {
  zh: "zh_HK",
  en: "en_US",
  ja: "ja_JP",
  pt: "pt_PT",
  es: "es_ES",
  de: "de_DE",
  fr: "fr_FR",
  vn: "vn_VN",
  hl: "hl_HL",
  it: "en_US",
}

const localeOfLang: ReadonlyMap<string, Locale> = new Map([
  ["zh_HK", "zh"],
  ["en_US", "en"],
  ["ja_JP", "ja"],
  ["pt_PT", "pt"],
  ["es_ES", "es"],
  ["de_DE", "de"],
  ["fr_FR", "fr"],
  ["vn_VN", "vn"],
  ["hl_HL", "hl"],
])

export const languageHeaders = (locale: Locale) => ({ lang: LANG_OF_LOCALE[locale], locale })

/** The locale requested by the headers; English if they are missing or unknown. */
export const localeOfHeaders = ({ lang, locale }: Readonly<Record<string, unknown>>): Locale => {
  const named = LOCALES.find((each) => each === locale)
  return named ?? (typeof lang === "string" ? localeOfLang.get(lang) : undefined) ?? DEFAULT_LOCALE
}
