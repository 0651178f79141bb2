/**
 * Replaces `@playwright/test` for generated paths: collects the tests of a file instead of running
 * them.
 */
import type { Page } from "playwright-core"

type Body = (given: { readonly page: Page }) => Promise<void>

/** In the order of the file. */
export const collected: { readonly name: string; readonly body: Body }[] = []

export const test = Object.assign(
  (name: string, body: Body): void => {
    collected.push({ name, body })
  },
  { step: (_name: string, body: () => Promise<void>): Promise<void> => body() },
)
