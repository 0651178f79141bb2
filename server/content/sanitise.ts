import { Effect } from "effect"
import sanitizeHtml from "sanitize-html"
import { isAllowedLink, isCaptionsPath, isVideoPath } from "../../src/domain/links.ts"

const articleTags = [
  ...["h2", "h3", "p", "ul", "ol", "li", "strong", "em", "br", "hr", "blockquote", "code", "a"],
  ...["table", "thead", "tbody", "tr", "th", "td", "video", "track"],
]

export interface CleanArticle {
  readonly html: string
  /** The links that were not allowed, as they were written. */
  readonly refusedLinks: ReadonlyArray<string>
}

/**
 * Sanitises an article: structure, emphasis, allowed links, and videos of this server with their
 * captions. No styles, classes, images, scripts or frames. A link that is not allowed becomes its
 * text.
 */
export const cleanArticle = (html: string, allowedHosts: ReadonlyArray<string>): CleanArticle => {
  const refusedLinks: string[] = []
  const clean = sanitizeHtml(html, {
    allowedTags: articleTags,
    allowedAttributes: { a: ["href", "rel"], th: ["scope"], video: ["src"], track: ["src", "srclang"] },
    allowedSchemes: ["https"],
    allowProtocolRelative: false,
    selfClosing: ["br", "hr", "track"],
    exclusiveFilter: ({ tag, attribs }) => {
      // its text stays
      if (tag === "a" && attribs.href === undefined) return "excludeTag"
      return (
        (tag === "video" && !isVideoPath(attribs.src ?? "")) ||
        (tag === "track" && !isCaptionsPath(attribs.src ?? ""))
      )
    },
    transformTags: {
      a: (tagName, { href = "" }) => {
        if (isAllowedLink(href, allowedHosts))
          return { tagName, attribs: { href, rel: "noopener noreferrer" } }
        if (href !== "") refusedLinks.push(href)
        return { tagName, attribs: {} }
      },
    },
  })
  return { html: clean, refusedLinks }
}

/** Removes every tag and decodes the remaining entities. */
export const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim()

const logRefusedLink = (link: string, origin: string) =>
  Effect.logWarning("A link that is not https or not allow-listed was refused.", { origin, link })

/** Like `cleanArticle`; links that are not allowed are logged with their origin. */
export const allowedArticle = Effect.fnUntraced(function* (
  html: string,
  allowedHosts: ReadonlyArray<string>,
  origin: string,
) {
  const article = cleanArticle(html, allowedHosts)
  yield* Effect.forEach(article.refusedLinks, (link) => logRefusedLink(link, origin), { discard: true })
  return article
})

/** The link, or "" when it is not allowed, which is logged with its origin. */
export const allowedLinkOrNone = Effect.fnUntraced(function* (
  link: string,
  allowedHosts: ReadonlyArray<string>,
  origin: string,
) {
  if (link === "") return ""
  if (isAllowedLink(link, allowedHosts)) return link
  yield* logRefusedLink(link, origin)
  return ""
})
