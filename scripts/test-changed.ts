import { execFileSync } from "node:child_process"
import { projectRoot } from "./run.ts"

/** The end-to-end files (tests/e2e/NAME.test.ts) that drive a feature (src/features/NAME). */
const endToEndOf: Readonly<Record<string, readonly string[]>> = {
  account: ["modals"],
  articles: ["forged"],
  auth: ["token-invalid"],
  deposit: ["double-tap"],
  holdings: ["journey"],
  home: ["forged"],
  identity: ["modals"],
  invite: ["modals"],
  market: ["two-tabs"],
  patterns: ["double-tap"],
  "payment-methods": ["modals"],
  settings: ["languages"],
  site: ["modals"],
  trade: ["double-tap"],
  wallet: ["offline-cache"],
  withdraw: ["double-tap"],
}

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\n").filter(Boolean)

export interface ChangedSelection {
  /** Paths that differ from the reference, new files included. */
  readonly files: readonly string[]
  /** The end-to-end test files that concern them. */
  readonly endToEnd: readonly string[]
}

/** The end-to-end test files that a change of these files concerns. */
export const endToEndFor = (files: readonly string[]): readonly string[] => {
  const own = files.filter((file) => /^tests\/e2e\/[^/]+\.test\.ts$/.test(file))
  const driven = files
    .flatMap((file) => endToEndOf[/^src\/features\/([^/]+)\//.exec(file)?.[1] ?? ""] ?? [])
    .map((name) => `tests/e2e/${name}.test.ts`)
  return [...new Set([...own, ...driven])]
}

/**
 * What differs from a git reference, and the end-to-end tests that drive it. Throws for an unknown
 * reference.
 */
export const changedSelection = (reference: string): ChangedSelection => {
  const files = [
    ...git("diff", "--name-only", "--diff-filter=d", reference),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]
  return { files, endToEnd: endToEndFor(files) }
}
