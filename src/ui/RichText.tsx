import { createElement, type ReactNode, useMemo } from "react"
import { useIntl } from "react-intl"
import { isAllowedLink, isCaptionsPath, isVideoPath } from "../domain/links.ts"
import { type Captions, MediaPlayer } from "./MediaPlayer.tsx"
import styles from "./RichText.module.css"

export interface RichTextProps {
  /** HTML of an article. Only allowed elements are shown. */
  readonly html: string
  /** Hosts that its links may lead to. A link elsewhere becomes its text. */
  readonly linkHosts: readonly string[]
  /** Language of the text if it differs from that of the page. */
  readonly lang?: string | undefined
}

const viewOf = (node: RichNode, key: number): ReactNode => {
  if (node.kind === "text") return node.text
  const children = node.children.map(viewOf)
  if (node.tag === "br" || node.tag === "hr") return createElement(node.tag, { key })
  if (node.tag === "video")
    return node.src === undefined ? null : <Video key={key} src={node.src} captions={node.captions ?? []} />
  if (node.tag === "a")
    return (
      <a key={key} href={node.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  if (node.tag === "table")
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways and must be reachable by keyboard
      <section key={key} className={styles.scroller} tabIndex={0}>
        <table>{withoutBlanks(node.children).map(viewOf)}</table>
      </section>
    )
  if (node.tag === "thead" || node.tag === "tbody" || node.tag === "tr")
    return createElement(node.tag, { key }, withoutBlanks(node.children).map(viewOf))
  return createElement(node.tag, { key }, children)
}

/** Drops white space between the elements of a table. */
const withoutBlanks = (nodes: readonly RichNode[]): readonly RichNode[] =>
  nodes.filter((node) => node.kind === "element" || node.text.trim() !== "")

interface VideoProps {
  readonly src: string
  readonly captions: readonly Captions[]
}

const Video = (props: VideoProps) => {
  const intl = useIntl()
  return <MediaPlayer {...props} label={intl.formatMessage({ id: "ui.player.label" })} />
}

/** Renders an article as React elements from an allowlist, never as HTML. */
export const RichText = ({ html, linkHosts, lang }: RichTextProps) => {
  const nodes = useMemo(() => parseRichText(html, linkHosts), [html, linkHosts])
  return (
    <div className={styles.text} lang={lang}>
      {nodes.map(viewOf)}
    </div>
  )
}

/** The elements an article may contain. */
export const RICH_TAGS = [
  "h2",
  "h3",
  "p",
  "ul",
  "ol",
  "li",
  "strong",
  "em",
  "br",
  "hr",
  "blockquote",
  "code",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "video",
] as const
export type RichTag = (typeof RICH_TAGS)[number]

export type RichNode =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "element"
      readonly tag: RichTag
      /** Of a link: https, to an allowed host. */
      readonly href?: string
      /** Of a video: a path on this server. A video without one is dropped. */
      readonly src?: string
      /** Of a video. */
      readonly captions?: readonly Captions[]
      readonly children: readonly RichNode[]
    }

interface Open {
  readonly tag: RichTag | undefined
  readonly name: string
  readonly href: string | undefined
  readonly children: RichNode[]
}

const voids = new Set<string>(["br", "hr", "video"])
const silent = new Set(["script", "style", "template", "iframe", "object", "noscript", "textarea", "title"])
const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</g
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
}
/** Deeper nesting is dropped. */
const DEPTH_LIMIT = 32

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ""

/** Resolves character references; unknown ones stay as written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g, (whole, decimal, hex, name) => {
    if (decimal) return characterOf(Number(decimal))
    if (hex) return characterOf(Number.parseInt(hex, 16))
    return entities[name] ?? whole
  })

/** A quoted attribute; empty if it is absent. */
const attributeOf = (name: "href" | "src" | "srclang", attributes: string): string => {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(attributes)
  return decodeEntities(match?.[1] ?? match?.[2] ?? "")
}

/** The address of a link, or undefined if it is not allowed. */
const hrefOf = (attributes: string, allowedHosts: readonly string[]): string | undefined => {
  const link = attributeOf("href", attributes)
  return isAllowedLink(link, allowedHosts) ? URL.parse(link)?.href : undefined
}

/** The opened element; a link that is not allowed has no tag, so that its text alone remains. */
const openOf = (name: string, attributes: string, allowedHosts: readonly string[]): Open => {
  const tag = tagOf(name)
  if (tag !== "a") return { tag, name, href: undefined, children: [] }
  const href = hrefOf(attributes, allowedHosts)
  return { tag: href === undefined ? undefined : tag, name, href, children: [] }
}

/** A void element, or null if it would show nothing. */
const voidOf = (tag: RichTag, attributes: string): RichNode | null => {
  if (tag !== "video") return { kind: "element", tag, children: [] }
  const src = attributeOf("src", attributes)
  return isVideoPath(src) ? { kind: "element", tag, src, children: [] } : null
}

/** Adds a `<track>` to the video before it; one without a path on this server or a language is dropped. */
const addCaptions = (siblings: RichNode[], attributes: string): void => {
  const video = siblings.at(-1)
  const [src, language] = [attributeOf("src", attributes), attributeOf("srclang", attributes)]
  if (video?.kind !== "element" || video.tag !== "video" || !isCaptionsPath(src)) return
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(language)) return
  siblings[siblings.length - 1] = { ...video, captions: [...(video.captions ?? []), { src, language }] }
}

const tagOf = (name: string): RichTag | undefined => RICH_TAGS.find((tag) => tag === name)

const close = (stack: Open[]): void => {
  const done = stack.pop()
  const parent = stack.at(-1)
  if (!done || !parent) return
  if (done.tag === undefined) parent.children.push(...done.children)
  else
    parent.children.push({
      kind: "element",
      tag: done.tag,
      ...(done.href === undefined ? {} : { href: done.href }),
      children: done.children,
    })
}

const closeUntil = (stack: Open[], name: string): void => {
  if (!stack.slice(1).some((open) => open.name === name)) return
  while (stack.length > 1) {
    const last = stack.at(-1)?.name
    close(stack)
    if (last === name) return
  }
}

/**
 * Parses the HTML of an article into a tree of allowed elements. Other elements, links that are not
 * allowed and all other attributes are dropped, scripts and styles with their content. Never throws; open elements are closed at the end.
 */
export const parseRichText = (html: string, allowedHosts: readonly string[]): readonly RichNode[] => {
  const root: Open = { tag: undefined, name: "", href: undefined, children: [] }
  const stack = [root]
  let skipping: string | undefined
  for (const [whole, slash, rawName, attributes = ""] of html.matchAll(token)) {
    const name = rawName?.toLowerCase()
    if (skipping !== undefined) {
      if (name === skipping && slash) skipping = undefined
      continue
    }
    const top = stack.at(-1) ?? root
    if (name === undefined) {
      if (!whole.startsWith("<!--")) top.children.push({ kind: "text", text: decodeEntities(whole) })
    } else if (slash) closeUntil(stack, name)
    else if (silent.has(name)) skipping = name
    else if (name === "track") addCaptions(top.children, attributes)
    else {
      const tag = tagOf(name)
      const alone = tag !== undefined && voids.has(tag)
      const element = alone ? voidOf(tag, attributes) : null
      if (element) top.children.push(element)
      else if (!alone && stack.length < DEPTH_LIMIT) stack.push(openOf(name, attributes, allowedHosts))
    }
  }
  while (stack.length > 1) close(stack)
  return root.children
}
