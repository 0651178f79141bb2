import { Effect } from "effect"
import { isAllowedLink } from "../../src/domain/links.ts"

/** The link, or "" when it is not allowed, which is logged with its origin. */
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
