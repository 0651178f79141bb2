/** How an entry of the configured share list shares a link. */
import { isAllowedLink } from "./links.ts"

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
