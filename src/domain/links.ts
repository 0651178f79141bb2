/** Which links are followed: https, and to a host that is allowed. Anything else is refused, whoever configured it. */
import { isHttpsUrl } from "./validate.ts"

/** True when `link` is https, without credentials, and leads to one of the hosts or to a host below one. */
export const isAllowedLink = (link: string, allowedHosts: readonly string[]): boolean => {
  const host = URL.parse(link)?.hostname.toLowerCase()
  if (host === undefined || !isHttpsUrl(link)) return false
  return allowedHosts.some((allowed) => allowed !== "" && (host === allowed || host.endsWith(`.${allowed}`)))
}

/** Where the videos of articles lie: files of this server, named plainly. */
export const isVideoPath = (path: string): boolean =>
  /^\/media\/[\w-]+(?:\.[\w-]+)*\.(?:webm|mp4)$/.test(path)
