import { createElement, type ReactNode, useMemo } from "react"
import { useIntl } from "react-intl"
import { MediaPlayer } from "./MediaPlayer.tsx"
import styles from "./RichText.module.css"
import { parseRichText, type RichNode } from "./rich-text.ts"

export interface RichTextProps {
  /** HTML of an article. Only allowed elements are shown. */
  readonly html: string
  /** Language of the text if it differs from that of the page. */
  readonly lang?: string | undefined
}

const viewOf = (node: RichNode, key: number): ReactNode => {
  if (node.kind === "text") return node.text
  const children = node.children.map(viewOf)
  if (node.tag === "br" || node.tag === "hr") return createElement(node.tag, { key })
  if (node.tag === "video") return node.src === undefined ? null : <Video key={key} src={node.src} />
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

const Video = ({ src }: { readonly src: string }) => {
  const intl = useIntl()
  return <MediaPlayer src={src} label={intl.formatMessage({ id: "ui.player.label" })} />
}

/** Renders an article as React elements from an allowlist, never as HTML. */
export const RichText = ({ html, lang }: RichTextProps) => {
  const nodes = useMemo(() => parseRichText(html), [html])
  return (
    <div className={styles.text} lang={lang}>
      {nodes.map(viewOf)}
    </div>
  )
}
