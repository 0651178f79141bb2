/** The seed of a run: it decides market prices, fault chances and the order of paths. */
import { createHash } from "node:crypto"
import { join } from "node:path"

declare module "vitest" {
  export interface ProvidedContext {
    modelSeed: string
  }
}

export const reportFolder = join(import.meta.dirname, "../../../.cache/coverage-model")

/** A stable order per seed. */
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
