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
