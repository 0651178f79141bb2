import { existsSync, type Stats } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { extname, join } from "node:path"
import sirv from "sirv"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../src/domain/limits.ts"
import { LOCALE_COOKIE, localeOf } from "../../src/domain/locale.ts"
import type { SiteHints } from "../content/site.ts"
import { sendByteRange } from "./byte-range.ts"
import { dataPolicy, pagePolicy } from "./headers.ts"
import { cutStalledReader } from "./slow-sender.ts"

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const sendText = (response: ServerResponse, status: number, text: string): void => {
  response.setHeader("content-security-policy", dataPolicy)
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
  response.end(`${text}\n`)
}

/** True for a file with a content hash in its name: a script, sheet, picture or text of a page. */
const isAsset = (pathname: string): boolean => pathname.startsWith("/assets/")

/** Assets are immutable; the others are revalidated (304). */
const cacheControl = (pathname: string): string =>
  isAsset(pathname) ? "public, max-age=31536000, immutable" : "no-cache"

/** True for a browser navigation, as opposed to a page loading a part of itself. */
export const isPageNavigation = ({ method, headers }: IncomingMessage): boolean => {
  if (method !== "GET") return false
  const wanted = headers["sec-fetch-dest"]
  return wanted === undefined ? (headers.accept ?? "").includes("text/html") : wanted === "document"
}

/**
 * Response header that tells the page whether the site is open, also on a 304, so that the page
 * starts without a request; and whether it shows something configured, which needs one.
 */
const siteHeader = ({ isOpen, isConfigShown }: SiteHints): string =>
  `site;desc="${isOpen ? "on" : "off"}"${isConfigShown ? ', config;desc="shown"' : ""}`

/** True for a path that the app may have a route for. Its own page says which it has not. */
const isRoute = (pathname: string): boolean =>
  pathname === "/" || (pathname.startsWith("/pages/") && extname(pathname) === "")

const COOKIE = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`)

/** The language that was chosen on the device, else the first one of the browser's list. */
const wantedLocale = ({ headers }: IncomingMessage): Locale => {
  const listed = (headers["accept-language"] ?? "").split(",").map((range) => range.split(";")[0] ?? "")
  return localeOf([COOKIE.exec(headers.cookie ?? "")?.[1] ?? "", ...listed])
}

/** The file of a language's document. */
const documentPath = (locale: Locale): string =>
  locale === DEFAULT_LOCALE ? "/index.html" : `/index.${locale}.html`

const localeOfDocument = (pathname: string): Locale | undefined =>
  LOCALES.find((locale) => documentPath(locale) === pathname)

const tagStart = (locale: Locale): string => `W/"${locale}-`

/**
 * Serves the precompressed pages. A route of the app gets its page, as does every other path that a
 * browser navigates to; a missing asset or probe is a 404.
 */
export const servePages = (folder: string, hints: () => SiteHints, stalledMs?: number): Serve => {
  if (!existsSync(join(folder, "index.html")))
    return (_request, response) => sendText(response, 404, "The pages are not built yet: npm run build.")
  const policy = pagePolicy(folder)
  const translated = new Set(LOCALES.filter((locale) => existsSync(join(folder, documentPath(locale)))))
  const setHeaders = (response: ServerResponse, pathname: string, stats?: Stats): void => {
    const locale = localeOfDocument(pathname)
    if (locale !== undefined && stats)
      response.setHeader("etag", `${tagStart(locale)}${stats.size}-${stats.mtime.getTime()}"`)
    response.setHeader("cache-control", cacheControl(pathname))
    if (locale !== undefined) response.appendHeader("vary", ["accept-language", "cookie"])
    // that of the page applies to what it loads; each copy would be half a kilobyte
    response.setHeader("content-security-policy", isAsset(pathname) ? dataPolicy : policy)
    response.setHeader("accept-ranges", "bytes")
  }
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders,
  })
  const sendDocument: Serve = (request, response) => {
    const wanted = wantedLocale(request)
    const locale = translated.has(wanted) ? wanted : DEFAULT_LOCALE
    const tag = request.headers["if-none-match"]
    // sirv knows only size and age, which documents of two languages may share
    if (tag?.startsWith(tagStart(locale)))
      request.headers["if-none-match"] = tag.replace(tagStart(locale), 'W/"')
    else delete request.headers["if-none-match"]
    request.url = documentPath(locale)
    files(request, response, () => sendText(response, 404, "Not found."))
  }
  const sendWhole: Serve = (request, response) => {
    const pathname = URL.parse(request.url ?? "/", "http://localhost")?.pathname ?? "/"
    if (isRoute(pathname)) return sendDocument(request, response)
    files(request, response, () => {
      if (!isPageNavigation(request)) return sendText(response, 404, "Not found.")
      sendDocument(request, response)
    })
  }
  const sendPart = async (request: IncomingMessage, response: ServerResponse, range: string) => {
    setHeaders(response, request.url ?? "/")
    if (request.method === "HEAD" || !(await sendByteRange(folder, request, response, range)))
      sendWhole(request, response)
  }
  return (request, response) => {
    cutStalledReader(response, stalledMs)
    // an answer without a body, such as a 304, has the policy too
    response.setHeader("content-security-policy", policy)
    response.appendHeader("server-timing", siteHeader(hints()))
    const { range } = request.headers
    // sirv reads ranges in ways of its own
    delete request.headers.range
    if (range === undefined) sendWhole(request, response)
    else void sendPart(request, response, range)
  }
}
