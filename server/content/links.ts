import { Effect } from "effect"
import { isHttpsUrl } from "../../src/domain/validate.ts"

/** True for a link that members may be sent to: https, without credentials, and its host is on the list or below one that is. */
export const isAllowedLink = (link: string, allowedHosts: ReadonlyArray<string>): boolean => {
  const host = URL.parse(link)?.hostname.toLowerCase()
  if (host === undefined || !isHttpsUrl(link)) return false
  return allowedHosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`))
}

/** The link, or "" when it is not allowed; a refused one is logged with where it came from. */
export const allowedLinkOrNone = Effect.fnUntraced(function* (
  link: string,
  allowedHosts: ReadonlyArray<string>,
  origin: string,
) {
  if (link === "") return ""
  if (isAllowedLink(link, allowedHosts)) return link
  yield* Effect.logWarning("A link that is not https or not allow-listed was refused.", { origin, link })
  return ""
})
