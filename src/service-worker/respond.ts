/**
 * How the service worker responds to a request. It caches only the files of the build, never an API
 * answer.
 */

/** What a request tells. */
export interface RequestFacts {
  readonly method: string
  /** "navigate" for a page. */
  readonly mode: string
  readonly url: string
}

/** The path of a cached file, or null: the request goes to the network. */
export type Answer = { readonly kept: string } | null

const PAGE = "/"

/** Decides by the URL alone; `files` are the paths of the build. */
export const responseFor = (
  { method, mode, url }: RequestFacts,
  origin: string,
  files: ReadonlySet<string>,
): Answer => {
  const { origin: asked, pathname, searchParams } = new URL(url)
  if (method !== "GET" || asked !== origin) return null
  if (mode !== "navigate") return pathname !== PAGE && files.has(pathname) ? { kept: pathname } : null
  const isRoute = pathname === PAGE || pathname.startsWith("/pages/")
  return isRoute && !searchParams.has("debug") ? { kept: PAGE } : null
}
