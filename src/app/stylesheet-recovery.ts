/**
 * Loads style sheets again that failed to load. Vite's preload inserts each sheet once and never
 * retries, so a page that loads after a lost connection would stay without its styles.
 * tests/e2e/offline.test.ts holds it.
 */

const failed = new Set<string>()

/** Collects the style sheets that fail to load from now on. */
export const watchStylesheets = (): void =>
  document.head.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return
      failed.add(target.href)
      target.remove()
    },
    // error events of elements do not bubble
    { capture: true },
  )

const load = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = href
    link.onload = () => {
      failed.delete(href)
      resolve()
    }
    link.onerror = () => reject(new Error(`the style sheet ${href} could not be loaded`))
    document.head.append(link)
  })

/** Loads the failed style sheets again. Rejects when one of them fails once more. */
export const reloadFailedStylesheets = async (): Promise<void> => {
  await Promise.all([...failed].map(load))
}
