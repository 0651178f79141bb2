import { Effect } from "effect"
import sanitizeHtml from "sanitize-html"
import { isAllowedLink, isCaptionsPath, isVideoPath } from "../../src/domain/links.ts"

const articleTags = [
  ...["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "hr", "blockquote", "code", "a"],
  ...["table", "thead", "tbody", "tr", "th", "td", "video", "track"],
]

/**
 * Sanitises an article: structure, emphasis, https links, and videos of this server with their
 * captions. No styles, classes, images, scripts or frames.
 */
export const cleanArticle = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: articleTags,
    allowedAttributes: { a: ["href", "rel"], th: ["scope"], video: ["src"], track: ["src", "srclang"] },
    allowedSchemes: ["https"],
    allowProtocolRelative: false,
    selfClosing: ["br", "hr", "track"],
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === "video" && !isVideoPath(attribs.src ?? "")) ||
      (tag === "track" && !isCaptionsPath(attribs.src ?? "")),
    transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer" }) },
  })

/** Removes every tag and decodes the remaining entities. */
export const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim()

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
