/** Parts of the document that the build has drawn, shown until their code has loaded. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { createFrame } from "./tab-frame.ts"

/** The children of an element in a template, with blank figures; null where there is no such template. */
const partOf = (template: string, selector: string): readonly Node[] | null => {
  const known = document.getElementById(template)
  if (!(known instanceof HTMLTemplateElement)) return null
  const content = document.importNode(known.content, true)
  const part = content.querySelector(selector)
  createFrame(content, document.documentElement.lang)
  return part && [...part.childNodes]
}

interface DocumentPartProps {
  /** The id of the template. */
  readonly template: string
  /** Whose children are shown. */
  readonly selector: string
  /** Shown where the document has no such part, as in development. */
  readonly children: ReactNode
}

export const DocumentPart = ({ template, selector, children }: DocumentPartProps) => {
  const [nodes] = useState(() => partOf(template, selector))
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (nodes) place.current?.replaceChildren(...nodes)
  }, [nodes])
  return nodes ? <div ref={place} style={{ display: "contents" }} /> : children
}
