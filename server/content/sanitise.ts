import sanitizeHtml from "sanitize-html"
import { isVideoPath } from "../../src/domain/links.ts"

const articleTags = [
  ...["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "hr", "blockquote", "code", "a", "video"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
]

/**
 * Sanitises an article: structure, emphasis, https links and videos of this server. No styles,
 * classes, images, scripts or frames.
 */
export const cleanArticle = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: articleTags,
    allowedAttributes: { a: ["href", "rel"], th: ["scope"], video: ["src"] },
    allowedSchemes: ["https"],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === "video" && !isVideoPath(attribs.src ?? ""),
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
