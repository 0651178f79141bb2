/** In-app URLs: an absolute path and a query, by the rules of the observed cases. Pure. */

export interface SplitUrl {
  readonly path: string
  /** Without the question mark; empty if there is none. */
  readonly query: string
}

export const splitUrl = (url: string): SplitUrl => {
  const mark = url.indexOf("?")
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

export const joinUrl = (path: string, query: string): string => (query === "" ? path : `${path}?${query}`)

/**
 * Resolves "./x", "../x" and "x" against the page at `base` ("/pages/a/a"). An absolute path is
 * unchanged.
 */
export const resolveUrl = (base: string, url: string): string => {
  if (url.startsWith("/")) return url
  if (url.startsWith("./")) return resolveUrl(base, url.slice(2))
  const folders = base.split("/").slice(1, -1)
  let rest = url
  while (rest.startsWith("../")) {
    rest = rest.slice(3)
    folders.pop()
  }
  return `/${[...folders, rest].join("/")}`
}

const decoded = (text: string): string => {
  const spaced = text.replaceAll("+", " ")
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

const pairsOf = (query: string): readonly (readonly [name: string, value: string])[] =>
  query
    .trim()
    .replace(/^[?#]/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=")
      return equals < 0
        ? ([decoded(part), ""] as const)
        : ([decoded(part.slice(0, equals)), decoded(part.slice(equals + 1))] as const)
    })

/** Parses and decodes a query. Repeated names are joined by a comma. */
export const parseQuery = (query: string): Readonly<Record<string, string>> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairsOf(query)) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(values)
}

/** Characters that would end a name or value, or change in a round trip. */
const written = (text: string): string =>
  encodeURI(text.toWellFormed())
    .replaceAll("+", "%2B")
    .replaceAll("%20", "+")
    .replaceAll("#", "%23")
    .replaceAll("&", "%26")

/** The query with every name and value encoded, order kept. */
export const encodeQuery = (query: string): string =>
  pairsOf(query)
    .map(([name, value]) => `${written(name).replaceAll("=", "%3D")}=${written(value)}`)
    .join("&")
