import { describe, expect, it } from "vitest"
import { cyclesIn, folderOf, importGraph } from "../support/cycles.ts"
import { violations } from "../support/layers.ts"
import {
  barrels,
  FILE_MAX_LINES,
  filesWithState,
  fragments,
  longFiles,
  namelessFolders,
  readFiles,
} from "../support/source-rules.ts"

/** They load files whose addresses are computed. */
const LOADS_GIVEN_FILES = [
  "packages/journal/src/cli.ts",
  "packages/paths/src/machine-module.ts",
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
  "src/features/wallet/cached-balance.tsx": "the build renders it; its styles are the feature's",
  "src/runtime/dev-tools-bridge.ts": "a test replaces it",
  "src/runtime/effects/first-paint.ts": "the first import is evaluated before all others",
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

const planted = (path: string, text: string) => violations([{ path, code: text }])

describe("the layers", () => {
  it("finds the files", () => {
    expect(product.length).toBeGreaterThan(20)
    expect(() => violations([])).toThrow("No files")
  })

  it("import only what the table allows", () => {
    expect(violations(product)).toEqual([])
  })

  it.each([
    ["a package in the domain", "src/domain/a.ts", 'import { v4 } from "uuid"'],
    ["more than Schema in the domain", "src/domain/a.ts", 'import { Effect, Schema } from "effect"'],
    ["all of effect in the domain", "src/domain/a.ts", 'import * as E from "effect"'],
    ["a submodule of effect in the domain", "src/domain/a.ts", 'import { run } from "effect/Effect"'],
    [
      "a type of the contract in the domain",
      "src/domain/a.ts",
      'import type { Endpoint } from "../contract/endpoint.ts"',
    ],
    ["a slow hash in the domain", "src/domain/a.ts", 'import { argon2id } from "@noble/hashes/argon2.js"'],
    ["an effect in a machine", "machines/a.ts", 'import { send } from "../src/runtime/effects/client.ts"'],
    ["a machine in a machine", "machines/a.ts", 'import { b } from "./b.ts"'],
    ["Node in a machine", "machines/a.ts", 'import { randomUUID } from "node:crypto"'],
    [
      "a machine's value in an effect",
      "src/runtime/effects/a.ts",
      'import { order } from "../../../machines/order.ts"',
    ],
    [
      "a re-exported machine in an effect",
      "src/runtime/effects/a.ts",
      'export { order } from "../../../machines/order.ts"',
    ],
    [
      "an effect in a feature",
      "src/features/trade/a.tsx",
      'import { send } from "../../runtime/effects/client.ts"',
    ],
    [
      "an effect loaded by a feature",
      "src/features/trade/a.tsx",
      'const a = () => import("../../runtime/effects/client.ts")',
    ],
    [
      "a type of the contract in a feature",
      "src/features/trade/a.tsx",
      'let a: import("../../contract/endpoint.ts").Endpoint',
    ],
    [
      "the runtime in a feature",
      "src/features/trade/a.tsx",
      'import { start } from "../../runtime/runtime.ts"',
    ],
    ["a feature in a ui part", "src/ui/a.tsx", 'import { Login } from "../features/auth/login.tsx"'],
    ["a feature on the server", "server/a.ts", 'import { Login } from "../src/features/auth/login.tsx"'],
    [
      "the journal on the server",
      "server/market/a.ts",
      'import { append } from "../../src/journal/append.ts"',
    ],
    ["the server in the client", "src/runtime/effects/a.ts", 'import { db } from "../../../server/db/db.ts"'],
    ["the web server in the core", "server/core/a.ts", 'import { serveApi } from "../http/api.ts"'],
    ["a status of HTTP in a feature", "server/orders/a.ts", 'import { statusOf } from "../http/status.ts"'],
    ["a feature in the core", "server/core/a.ts", 'import type { Session } from "../members/sessions.ts"'],
    ["payments in members", "server/members/a.ts", 'import { readWallet } from "../payments/wallet.ts"'],
    ["settlement in orders", "server/orders/a.ts", 'import type { Contract } from "../settlement/plan.ts"'],
    ["the core in the database", "server/db/a.ts", 'import { post } from "../core/ledger.ts"'],
    ["faults in the web server", "server/http/a.ts", 'import { openLab } from "../fault-injection/a.ts"'],
    ["a new folder of the server", "server/lib/a.ts", "export const a = 1"],
    ["a file outside every layer", "lib/a.ts", "export const a = 1"],
    ["a new folder in src", "src/lib/a.ts", "export const a = 1"],
    [
      "the app in a package",
      "packages/paths/src/a.ts",
      'import { koboOf } from "../../../src/domain/money.ts"',
    ],
    [
      "the app in the console package",
      "packages/console/src/a.ts",
      'import { redact } from "../../../src/journal/redact.ts"',
    ],
    [
      "a package in a feature",
      "src/features/trade/a.tsx",
      'import { chartOf } from "../../../packages/paths/src/chart.ts"',
    ],
  ])("refuse %s", (_what, path, text) => {
    expect(planted(path, text)).toHaveLength(1)
  })

  it.each([
    ["Schema in the domain", "src/domain/a.ts", 'import { Schema } from "effect"'],
    ["a hash in the domain", "src/domain/a.ts", 'import { sha256 } from "@noble/hashes/sha2.js"'],
    ["a neighbour in the domain", "src/domain/a.ts", 'import { kobo } from "./money.ts"'],
    [
      "a machine's type in an effect",
      "src/runtime/effects/a.ts",
      'import type { Fact } from "../../../machines/order.ts"',
    ],
    [
      "a named type in an effect",
      "src/runtime/effects/a.ts",
      'import { type Fact } from "../../../machines/order.ts"',
    ],
    ["a neighbour's type in a machine", "machines/a.ts", 'import type { Fact } from "./order.ts"'],
    [
      "a runtime hook in a feature",
      "src/features/trade/a.tsx",
      'import { useOrder } from "../../runtime/hooks/context.tsx"',
    ],
    ["the ledger in a feature", "server/payments/a.ts", 'import { post } from "../core/ledger.ts"'],
    ["the market in orders", "server/orders/a.ts", 'import { Market } from "../market/market.ts"'],
    ["everything at boot", "src/main.tsx", 'import { start } from "./runtime/runtime.ts"'],
  ])("allow %s", (_what, path, text) => {
    expect(planted(path, text)).toEqual([])
  })

  it("cannot be left through a computed address", () => {
    expect(() => planted("src/ui/a.ts", "const a = (b: string) => import(b)")).toThrow("computed")
  })
})

describe("imports", () => {
  const a = { path: "server/core/a.ts", code: 'import { b } from "../db/b.ts"' }
  const b = { path: "server/db/b.ts", code: 'export type { C } from "./c.ts"' }
  const c = { path: "server/db/c.ts", code: 'const load = () => import("../core/a.ts")' }

  it("form no cycle between folders", () => {
    expect(cyclesIn(importGraph(product, folderOf))).toEqual([])
  })

  it("form no cycle between files, types included", () => {
    expect(cyclesIn(importGraph(product))).toEqual([])
  })

  it("are found in a cycle that was planted", () => {
    expect(cyclesIn(importGraph([a, b, c]))).toEqual([
      "server/core/a.ts → server/db/b.ts → server/db/c.ts → server/core/a.ts",
    ])
    expect(cyclesIn(importGraph([a, b, c], folderOf))).toEqual(["server/core → server/db → server/core"])
    expect(cyclesIn(importGraph([a, b]))).toEqual([])
  })

  it("cannot be judged without files", () => {
    expect(() => importGraph([])).toThrow("No files")
  })
})

/**
 * Loaded code and style sheets, and the positions of a document, are one for each document; a store
 * beside another is kept by it; formats and the texts of a search are computed once.
 */
const MODULE_STATE = [
  "src/app/member-frame-loader.tsx",
  "src/app/page-loader.tsx",
  "src/app/scroll-restoration.ts",
  "src/runtime/effects/position-store.ts",
  "src/ui/format.ts",
]

describe("the source files", () => {
  it("are in named folders", () => {
    expect(namelessFolders(everything)).toEqual([])
    expect(namelessFolders([{ path: "src/utils/a.ts", code: "" }])).toHaveLength(1)
  })

  it("re-export nothing", () => {
    expect(barrels(code)).toEqual([])
    expect(
      barrels([{ path: "src/ui/index.ts", code: 'export * from "./a.ts"\nexport { b } from "./b.ts"' }]),
    ).toHaveLength(1)
  })

  it("of the app keep their state in the actor host and what it hosts, not in variables of a module", () => {
    const files = code.filter(({ path }) => path.startsWith("src/"))
    expect(files.length).toBeGreaterThan(300)
    expect(filesWithState(files).toSorted()).toEqual(MODULE_STATE)
    const planted = ["let open = null", "const pages = new Map<string, Page>()", "const queue: string[] = []"]
    for (const each of planted) expect(filesWithState([{ path: "src/a.ts", code: each }])).toHaveLength(1)
    expect(filesWithState([{ path: "src/a.ts", code: "const NONE: readonly string[] = []" }])).toEqual([])
  })

  it("hold one idea each", () => {
    const long = "\n//".repeat(FILE_MAX_LINES + 1)
    expect(longFiles(everything)).toEqual([])
    expect(longFiles([{ path: "src/ui/a.ts", code: long }])).toHaveLength(1)
    expect(longFiles([{ path: "machines/a.ts", code: long }])).toEqual([])
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
