import type { Page } from "playwright-core"

/** Resolves when the service worker has cached the build and controls the page. */
export const isKept = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    navigator.serviceWorker.ready.then(
      (ready) =>
        ready.active?.state === "activated" ||
        new Promise((resolve) => ready.active?.addEventListener("statechange", resolve, { once: true })),
    ),
  )
