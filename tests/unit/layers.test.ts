import { describe, expect, it } from "vitest"
import { deepImports, violations } from "../support/layers.ts"
import {
  cyclesIn,
  filesWithState,
  folderOf,
  fragments,
  namelessFiles,
  readFiles,
} from "../support/source-rules.ts"

/** They load files whose addresses are computed. */
const LOADS_GIVEN_FILES = [
  "packages/journal/src/cli.ts",
  "packages/paths/src/cases.ts",
  "scripts/bench.ts",
  "scripts/shell/plugin.ts",
  "scripts/start.ts",
]

/** Short files with one importer that stay files of their own, and why. */
const mayBeShort: Readonly<Record<string, string>> = {
  "scripts/model-folder.ts": "tests import it, and its importer starts a build",
  "scripts/precompress.ts": "tests import it, and its importer starts a build",
  "server/db/open-pglite.ts": "tests import it, and its importer is the entry of a worker",
  "server/db/schema/read-only.ts": "each part of the schema has a file",
  "src/contract/push-subscription.ts":
    "its importer, the list of endpoints, has the most lines a file may have",
  "src/runtime/actors/dev-tools-bridge.ts": "a test replaces it",
  "src/runtime/api/first-paint.ts": "the first import is evaluated before all others",
  "src/runtime/past-odds-worker.ts": "the browser starts it as a worker",
}

const isProduct = (path: string): boolean =>
  !LOADS_GIVEN_FILES.includes(path) && (!path.startsWith("packages/") || path.includes("/src/"))

const product = readFiles(["src", "machines", "server", "packages"], /\.tsx?$/).filter(({ path }) =>
  isProduct(path),
)
const everything = [
  ...product,
  ...readFiles(["tests", "scripts"], /\.tsx?$/),
  ...readFiles(["src", "packages"], /\.css$/),
]
const code = everything.filter((file) => !file.path.endsWith(".css"))

/** One import for each kind of rule, in a file that may not have it. */
const REFUSED: ReadonlyArray<readonly [path: string, code: string]> = [
  ["src/domain/a.ts", 'import { v4 } from "uuid"'],
  ["src/domain/a.ts", 'import { Effect, Schema } from "effect"'],
  ["src/domain/a.ts", 'import * as E from "effect"'],
  ["src/domain/a.ts", 'import { run } from "effect/Effect"'],
  ["src/domain/a.ts", 'import { argon2id } from "@noble/hashes/argon2.js"'],
  ["src/domain/a.ts", 'import type { Endpoint } from "../contract/endpoint.ts"'],
  ["machines/a.ts", 'import { send } from "../src/runtime/stream/client.ts"'],
  ["machines/a.ts", 'import { b } from "./b.ts"'],
  ["machines/a.ts", 'import { randomUUID } from "node:crypto"'],
  ["src/runtime/stream/a.ts", 'import { order } from "../../../machines/order.ts"'],
  ["src/runtime/stream/a.ts", 'export { order } from "../../../machines/order.ts"'],
  ["src/features/a/a.tsx", 'const a = () => import("../../runtime/api/client.ts")'],
  ["src/features/a/a.tsx", 'let a: import("../../contract/endpoint.ts").Endpoint'],
  ["src/features/a/a.tsx", 'import { start } from "../../runtime/runtime.ts"'],
  ["src/ui/a.tsx", 'import { Login } from "../features/auth/login.tsx"'],
  ["src/runtime/stream/a.ts", 'import { db } from "../../../server/db/db.ts"'],
  ["server/market/a.ts", 'import { append } from "../../src/journal/append.ts"'],
  ["server/core/a.ts", 'import type { Session } from "../members/sessions.ts"'],
  ["server/orders/a.ts", 'import { statusOf } from "../http/status.ts"'],
  ["server/orders/a.ts", 'import type { Contract } from "../settlement/plan.ts"'],
  ["server/db/a.ts", 'import { post } from "../core/ledger.ts"'],
  ["packages/paths/src/a.ts", 'import { koboOf } from "../../../src/domain/money.ts"'],
  ["packages/console/src/a.ts", 'import { redact } from "../../../src/journal/redact.ts"'],
  ["server/market/a.ts", 'import { createConsole } from "@financial-links/console"'],
  ["src/features/a/a.tsx", 'import { createJournal } from "@financial-links/journal"'],
  ["src/domain/a.ts", 'import { chartOf } from "@financial-links/paths"'],
  ["server/lib/a.ts", ""],
  ["src/lib/a.ts", ""],
  ["lib/a.ts", ""],
]

const ALLOWED: typeof REFUSED = [
  ["src/domain/a.ts", 'import { Schema } from "effect"'],
  ["src/domain/a.ts", 'import { sha256 } from "@noble/hashes/sha2.js"'],
  ["src/domain/a.ts", 'import { kobo } from "./money.ts"'],
  ["src/runtime/stream/a.ts", 'import { type Fact } from "../../../machines/order.ts"'],
  ["machines/a.ts", 'import type { Fact } from "./order.ts"'],
  ["src/features/a/a.tsx", 'import { useOrder } from "../../runtime/hooks/context.tsx"'],
  ["server/orders/a.ts", 'import { Market } from "../market/market.ts"'],
  ["src/main.tsx", 'import { start } from "./runtime/runtime.ts"'],
  ["src/domain/a.ts", 'import type { LeafState } from "@financial-links/paths"'],
  ["server/core/a.ts", 'import { isStored } from "@financial-links/journal"'],
]

/**
 * The console's pack carries the code of `paths` that it uses. The tests look at parts of a package
 * with machines of the app.
 */
const MAY_IMPORT_SOURCES = [
  "packages/console/src/",
  "tests/unit/compare.test.ts",
  "tests/unit/event-form.test.ts",
  "tests/unit/event-log.test.ts",
  "tests/unit/paths-command.test.ts",
  "tests/unit/search-text.test.ts",
  "tests/unit/sequence.test.ts",
]

describe("the layers", () => {
  const planted = (path: string, text: string) => violations([{ path, code: text }])

  it("import only what the table allows", () => {
    expect(product.length).toBeGreaterThan(20)
    expect(violations(product)).toEqual([])
    expect(() => violations([])).toThrow("No files")
  })

  it("refuse each import that is planted, and no other", () => {
    expect(REFUSED.filter(([path, text]) => planted(path, text).length !== 1)).toEqual([])
    expect(ALLOWED.filter(([path, text]) => planted(path, text).length > 0)).toEqual([])
    expect(() => planted("src/ui/a.ts", "const a = (b: string) => import(b)")).toThrow("computed")
  })
})

describe("packages", () => {
  it("are imported by their names", () => {
    const isAllowed = (sentence: string) => MAY_IMPORT_SOURCES.some((path) => sentence.startsWith(path))
    const found = deepImports(code)
    expect(found.filter((sentence) => !isAllowed(sentence))).toEqual([])
    const unused = MAY_IMPORT_SOURCES.filter((path) => !found.some((sentence) => sentence.startsWith(path)))
    expect(unused).toEqual([])
    const planted = (path: string) =>
      deepImports([{ path, code: 'import { at } from "../../packages/journal/src/declaration.ts"' }])
    expect(planted("src/events/a.ts")).toHaveLength(1)
    expect(planted("scripts/charts/a.ts")).toHaveLength(1)
    expect(
      deepImports([{ path: "packages/paths/tests/a.ts", code: 'import { at } from "../src/a.ts"' }]),
    ).toEqual([])
  })
})

describe("actors", () => {
  it("are created in one place, which reports them to the inspector", () => {
    const creators = product
      .filter(({ path }) => path.startsWith("src/") && !path.startsWith("src/devtools/"))
      .filter(({ code: text }) => /\bnew Actor\(|\bcreateActor\(/.test(text))
    expect(creators.map(({ path }) => path)).toEqual(["src/runtime/actors/actor-host.ts"])
  })
})

describe("imports", () => {
  it("form no cycle between folders, nor between files, types included", () => {
    expect(cyclesIn(product, folderOf)).toEqual([])
    expect(cyclesIn(product)).toEqual([])
  })

  it("are found in a cycle that was planted", () => {
    const a = { path: "server/core/a.ts", code: 'import { b } from "../db/b.ts"' }
    const b = { path: "server/db/b.ts", code: 'export type { C } from "./c.ts"' }
    const c = { path: "server/db/c.ts", code: 'const load = () => import("../core/a.ts")' }
    expect(cyclesIn([a, b, c])).toEqual([
      "server/core/a.ts → server/db/b.ts → server/db/c.ts → server/core/a.ts",
    ])
    expect(cyclesIn([a, b, c], folderOf)).toEqual(["server/core → server/db → server/core"])
    expect(cyclesIn([a, b])).toEqual([])
  })
})

/**
 * Loaded code and style sheets, and the positions of a document, are one for each document; a store
 * beside another is kept by it; formats and the texts of a search are computed once.
 */
const MODULE_STATE = [
  "src/app/page-loader.tsx",
  "src/app/scroll-restoration.ts",
  "src/runtime/api/loaded-endpoints.ts",
  "src/runtime/stream/position-store.ts",
  "src/ui/format.ts",
]

describe("the source files", () => {
  it("have names, and their folders too", () => {
    expect(namelessFiles(everything)).toEqual([])
    const planted = ["src/utils/a.ts", "src/ui/index.ts", "packages/paths/src/index.ts"]
    expect(namelessFiles(planted.map((path) => ({ path, code: "" })))).toEqual(planted.slice(0, 2))
  })

  it("of the app keep their state in the actor host and what it hosts, not in variables of a module", () => {
    const files = code.filter(({ path }) => path.startsWith("src/"))
    expect(files.length).toBeGreaterThan(300)
    expect(filesWithState(files).toSorted()).toEqual(MODULE_STATE)
    const planted = ["let open = null", "const pages = new Map<string, Page>()", "const queue: string[] = []"]
    for (const each of planted) expect(filesWithState([{ path: "src/a.ts", code: each }])).toHaveLength(1)
    expect(filesWithState([{ path: "src/a.ts", code: "const NONE: readonly string[] = []" }])).toEqual([])
  })

  it("are no fragments of their one importer", () => {
    const scripts = readFiles(["scripts"], /\.tsx?$/).filter(({ path }) => isProduct(path))
    expect(fragments([...product, ...scripts]).toSorted()).toEqual(Object.keys(mayBeShort))
    const one = { path: "server/core/a.ts", code: "export const a = 1" }
    const importing = (path: string, code = 'import { a } from "../core/a.ts"') => ({ path, code })
    expect(fragments([one, importing("server/http/b.ts")])).toEqual([one.path])
    expect(fragments([one, importing("server/http/b.ts"), importing("server/http/c.ts")])).toEqual([])
    expect(fragments([one, importing("server/http/b.ts", 'const a = () => import("../core/a.ts")')])).toEqual(
      [],
    )
  })
})
