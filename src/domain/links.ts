/** Which links the app follows: https, and to a host that is allowed. Anything else is refused, whoever configured it. */
import { isHttpsUrl } from "./validate.ts"

const isSameOrBelow = (host: string, allowed: string): boolean =>
  allowed !== "" && (host === allowed || host.endsWith(`.${allowed}`))

/** True when `url` is https and leads to `domain`, to a host below it, or to one of `hosts`. */
export const isAllowedLink = (url: string, domain: string, hosts: readonly string[] = []): boolean => {
  if (!isHttpsUrl(url)) return false
  const host = URL.parse(url)?.hostname ?? ""
  return [domain, ...hosts].some((allowed) => isSameOrBelow(host, allowed.toLowerCase()))
}
