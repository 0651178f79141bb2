/**
 * Requests what a member's page needs while the first script is loading. Without this each request
 * would follow the answer of the one before. A file that fails is loaded again, or reported, by the
 * import that needs it, and a call that fails is made again.
 */
import { BATCH_PATH, type WireCaller, wireRequest } from "../../src/contract/wire-request.ts"
import { ID_PATTERN } from "../../src/domain/limits.ts"
import { sendEarly, sendEarlyBatch } from "../../src/runtime/api/early-calls.ts"
import type { FirstCall } from "./first-calls.ts"
import { fieldOf, memberId, ownLocale, read, readAnswer } from "./kept.ts"

/** The id of the data block in which the build writes `RouteFiles`. */
export const ROUTE_FILES_ID = "route-files"

const preloaded = new Set<string>()

const preload = (file: unknown): void => {
  if (typeof file !== "string" || preloaded.has(file)) return
  preloaded.add(file)
  const link = document.createElement("link")
  const isStyle = file.endsWith(".css")
  link.rel = isStyle ? "preload" : "modulepreload"
  if (isStyle) link.as = "style"
  // as the imports ask for it, or it would be loaded twice
  link.crossOrigin = ""
  // the page is painted without it, and the first answers are small
  link.fetchPriority = "low"
  link.href = file
  document.head.append(link)
}

const knownFiles = (): unknown => JSON.parse(document.getElementById(ROUTE_FILES_ID)?.textContent ?? "{}")

const preloadList = (list: unknown): void => {
  if (Array.isArray(list)) for (const file of list) preload(file)
}

/** Preloads what every page of a visitor or of a member needs, or a part of it. */
export const preloadFiles = (part: "visitor" | "api" | "view" | "member"): void =>
  preloadList(fieldOf(knownFiles(), part))

/** Preloads the files of the page of a path. */
export const preloadRoute = (path: string): void => {
  preloadFiles("member")
  preloadList(fieldOf(fieldOf(knownFiles(), "pages"), path))
}

/** The fields with what the URL says; null where a parameter is missing or no id. */
const valuesOf = (fields: FirstCall["fields"], search: string): Readonly<Record<string, string>> | null => {
  const parameters = new URLSearchParams(search)
  const values: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = typeof field === "string" ? field : parameters.get(field.parameter)
    if (value === null || (typeof field !== "string" && !ID_PATTERN.test(value))) return null
    values[name] = value
  }
  return values
}

const BATCH = { method: "POST", path: BATCH_PATH, auth: "member" } as const

/** One request for all: browsers open few connections, which the code needs. */
const sendTogether = (calls: readonly Made[], caller: WireCaller): void => {
  const parts = calls.map(({ call: { path }, values }) => ({ path, fields: values }))
  const requests = calls.map(({ call, values }) => wireRequest(call, values, caller))
  sendEarlyBatch(requests, wireRequest(BATCH, { calls: parts }, caller))
}

interface Made {
  readonly call: FirstCall
  readonly values: Readonly<Record<string, string>>
}

const sent = new Set<string>()

/**
 * Sends calls as the app will, each once: it takes over the answers to the very same requests. The
 * first, which the page is about, waits for no other. `search`: the query of the page's URL.
 */
export const sendFirstCalls = (calls: readonly FirstCall[], search: string): void => {
  const [token, userId] = [read("token"), memberId()]
  if (token === null || userId === null) return
  const caller = { baseUrl: "", token, userId, locale: ownLocale() }
  const made = calls.flatMap((call): readonly Made[] => {
    const values = valuesOf(call.fields, search)
    const name = JSON.stringify([call.path, values])
    if (values === null || sent.has(name)) return []
    sent.add(name)
    return [{ call, values }]
  })
  const alone = made.length > 2 ? 1 : made.length
  for (const { call, values } of made.slice(0, alone)) sendEarly(wireRequest(call, values, caller))
  if (alone < made.length) sendTogether(made.slice(alone), caller)
}

/** Requests the image of the first banner, the largest of home, once the answer names it. */
export const loadFirstBanner = async (bannersUrl: string): Promise<void> => {
  const banners = await readAnswer(bannersUrl)
  const source = Array.isArray(banners) ? fieldOf(banners[0], "swipe_image") : undefined
  if (typeof source !== "string") return
  const image = new Image()
  // the code needs the bandwidth more
  image.fetchPriority = "low"
  image.src = source
}
