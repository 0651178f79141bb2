/** Parts of the document that the build has drawn, shown until their code has loaded. */
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { isPlainClick } from "../ui/TextLink.tsx"
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
  /** A link of the part was pressed. */
  readonly onOpen: (url: string) => void
  /** Shown where the document has no such part, as in development. */
  readonly children: ReactNode
}

export const DocumentPart = ({ template, selector, onOpen, children }: DocumentPartProps) => {
  const [nodes] = useState(() => partOf(template, selector))
  const place = useRef<HTMLDivElement>(null)
  const open = useEffectEvent(onOpen)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || !nodes) return
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null
      const url = link?.getAttribute("href")
      if (!url || !isPlainClick(event)) return
      event.preventDefault()
      open(url)
    }
    element.replaceChildren(...nodes)
    element.addEventListener("click", press)
    return () => element.removeEventListener("click", press)
  }, [nodes])
  return nodes ? <div ref={place} style={{ display: "contents" }} /> : children
}
