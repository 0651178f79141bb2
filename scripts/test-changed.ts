import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "./child-process.ts"
import { PAGE_TABLES } from "./shell/route-files.ts"

/** The short end-to-end files (tests/e2e/NAME.test.ts) that drive a feature (src/features/NAME). */
const flowsOf: Readonly<Record<string, readonly string[]>> = {
  auth: ["token-invalid"],
  deposit: ["double-tap"],
  identity: ["modals"],
  market: ["two-tabs"],
  patterns: ["double-tap"],
  "payment-methods": ["modals"],
  trade: ["double-tap"],
  withdraw: ["double-tap"],
}
/** Pages that between them show every shared component. */
const sharedRoutes = ["home", "trade", "recharge", "withdraw-record"]

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\n").filter(Boolean)

/** The routes whose page is in a feature's folder, read from the page tables. */
export const routesOf = (feature: string): readonly string[] => {
  const table = PAGE_TABLES.map((path) => readFileSync(join(projectRoot, path), "utf8")).join("\n")
  const entries = table.split(/^ {2}(?="?[\w-]+"?: (?:page|plain)\()/m).slice(1)
  const own = entries.filter((entry) => entry.includes(`import("../features/${feature}/`))
  const names = own.map((entry) => /^"?([\w-]+)/.exec(entry)?.[1] ?? "")
  return feature === "auth" ? ["login", ...names] : names
}

export interface ChangedSelection {
  /** Paths that differ from the reference, new files included. */
  readonly files: readonly string[]
  /** The end-to-end test files that concern them. */
  readonly endToEnd: readonly string[]
  /** The routes that the page check visits. */
  readonly routes: readonly string[]
}

/** The end-to-end test files and the routes that a change of these files concerns. */
export const endToEndFor = (files: readonly string[]): Omit<ChangedSelection, "files"> => {
  const features = files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? [])
  const isShared = features.includes("patterns") || files.some((file) => /^src\/(ui|styles)\//.test(file))
  const routes = new Set([...features.flatMap(routesOf), ...(isShared ? sharedRoutes : [])])
  const own = files.filter((file) => /^tests\/e2e\/[^/]+\.test\.ts$/.test(file))
  const flows = features.flatMap((name) => flowsOf[name] ?? []).map((name) => `tests/e2e/${name}.test.ts`)
  const check = routes.size > 0 ? ["tests/e2e/accessibility-phone.test.ts"] : []
  return { endToEnd: [...new Set([...own, ...flows, ...check])], routes: [...routes] }
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
  return { files, ...endToEndFor(files) }
}
