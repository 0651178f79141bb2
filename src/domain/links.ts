/** Links must be https and on an allowed host, also configured ones. */
import { isHttpsUrl } from "./validate.ts"

/** True if `link` is https, has no credentials, and its host is one of `hosts` or below one. */
export const isAllowedLink = (link: string, allowedHosts: readonly string[]): boolean => {
  const host = URL.parse(link)?.hostname.toLowerCase()
  if (host === undefined || !isHttpsUrl(link)) return false
  return allowedHosts.some((allowed) => allowed !== "" && (host === allowed || host.endsWith(`.${allowed}`)))
}

/** True for the path of an article video on this server. */
export const isVideoPath = (path: string): boolean =>
  /^\/media\/[\w-]+(?:\.[\w-]+)*\.(?:webm|mp4)$/.test(path)
