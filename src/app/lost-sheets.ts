/**
 * Style sheets of pages that did not come. The bundler asks for each sheet once and never again, so a page loaded anew after a lost
 * connection would stay without its styles: what got lost is remembered here and asked for before the page.
 */

const lost = new Set<string>()

/** Remembers what gets lost from now on. */
export const watchSheets = (): void =>
  document.head.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return
      lost.add(target.href)
      target.remove()
    },
    // an element's own failure is not told further up
    { capture: true },
  )

const bring = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.onload = () => {
      lost.delete(href)
      resolve()
    }
    link.onerror = () => reject(new Error(`the style sheet ${href} did not come`))
    document.head.append(link)
  })

/** Brings what was lost. Rejects when some of it cannot be had yet. */
export const bringLostSheets = async (): Promise<void> => {
  await Promise.all([...lost].map(bring))
}
