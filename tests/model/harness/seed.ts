/** One seed for a whole run: it draws the market, the faults' chances and the order in which paths are played. */
import { createHash } from "node:crypto"
import { join } from "node:path"

declare module "vitest" {
  export interface ProvidedContext {
    modelSeed: string
  }
}

/** Where the report lies. */
export const reportFolder = join(import.meta.dirname, "../../../.cache/coverage-model")

/** The same order for the same seed. */
export const shuffled = <Named extends { readonly name: string }>(
  all: readonly Named[],
  seed: string,
): readonly Named[] => {
  const place = ({ name }: Named): string => createHash("sha256").update(`${seed}/${name}`).digest("hex")
  return all
    .map((each) => ({ each, at: place(each) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ each }) => each)
}
