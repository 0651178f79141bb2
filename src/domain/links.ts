/** Links must be https and on an allowed host, also configured ones. */
import { isHttpsUrl } from "./validate.ts"

/** True for an http link to this machine, which the demo's payment simulator needs: it has no certificate. */
export const isLoopbackUrl = (link: string): boolean => {
  const url = URL.parse(link)
  if (url === null || url.protocol !== "http:" || url.username !== "" || url.password !== "") return false
  return (
    url.hostname === "localhost" || url.hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(url.hostname)
  )
}

/** True if `link` is https, has no credentials, and its host is one of `hosts` or below one. */
export const isAllowedLink = (link: string, allowedHosts: readonly string[]): boolean => {
  const host = URL.parse(link)?.hostname.toLowerCase()
  if (host === undefined || !isHttpsUrl(link)) return false
  return allowedHosts.some((allowed) => allowed !== "" && (host === allowed || host.endsWith(`.${allowed}`)))
}

/** Like `isAllowedLink`; a pay link may also lead to this machine, if its host is allowed. */
export const isAllowedPayLink = (link: string, allowedHosts: readonly string[]): boolean =>
  isAllowedLink(link, allowedHosts) ||
  (isLoopbackUrl(link) && allowedHosts.includes(URL.parse(link)?.hostname ?? ""))

/** True for the path of an article video on this server. */
export const isVideoPath = (path: string): boolean =>
  /^\/media\/[\w-]+(?:\.[\w-]+)*\.(?:webm|mp4)$/.test(path)

/** True for the path of a video's captions (WebVTT) on this server. */
export const isCaptionsPath = (path: string): boolean => /^\/media\/[\w-]+(?:\.[\w-]+)*\.vtt$/.test(path)

// How an entry of the configured share list shares a link.

/** Stands for the shared link in the URL of an entry. */
export const SHARED_LINK = "{link}"

/** The parameter that takes the link where the URL does not say where it belongs. */
const LINK_PARAMETER = "url"

/**
 * The URL of an entry with the shared link in it. Null if it is not https or leads to a host that
 * is not allowed.
 */
export const shareUrl = (entry: string, link: string, allowedHosts: readonly string[]): string | null => {
  const filled = entry.includes(SHARED_LINK)
    ? entry.replaceAll(SHARED_LINK, encodeURIComponent(link))
    : withParameter(entry, link)
  return filled !== null && isAllowedLink(filled, allowedHosts) ? filled : null
}

const withParameter = (entry: string, link: string): string | null => {
  const url = URL.parse(entry)
  url?.searchParams.set(LINK_PARAMETER, link)
  return url?.href ?? null
}
