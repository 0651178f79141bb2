/** What the service worker does with a request. Only what the build itself is made of is ever kept: no answer of the server about anybody goes through it. */

/** What is known of a request when it is made. */
export interface RequestFacts {
  readonly method: string
  /** "navigate" for a page. */
  readonly mode: string
  readonly url: string
}

/** `page`: the app's page, whatever the address · the path of a kept file · `null`: not the worker's affair. */
export type Answer = { readonly kept: string } | null

const PAGE = "/"

/** Decides by the address alone; `files` are the paths of the build. */
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
