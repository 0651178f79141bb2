import { existsSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { readFiles } from "../support/source-rules.ts"

/** A word that was retired because the field has a standard term, and texts in which it is right. */
interface RetiredWord {
  readonly word: RegExp
  readonly instead: string
  readonly allowed?: readonly RegExp[]
}

const retiredWords: readonly RetiredWord[] = [
  {
    word: /\bhouse(?:s)?\b|House(?![a-z])/,
    instead: "actor host, server, app",
    // the ledger account of that name
    allowed: [/['"`]house['"`]/g, /house account/g],
  },
  { word: /\bseat(?:s|ed)?\b|Seat(?:s|ed)?(?![a-z])/, instead: "actor, actor handle, register" },
  { word: /\btenants?\b|Tenants?(?![a-z])/i, instead: "journaled actor" },
  { word: /back ?room/i, instead: "API layer" },
  { word: /\bshel(?:f|ves)\b|Shel(?:f|ves)(?![a-z])/, instead: "cache, store" },
  {
    word: /last-?known/i,
    instead: "offline cache, cached",
    // ids of released texts
    allowed: [/screens\.last-known(?:-at)?/g],
  },
  { word: /\boffice\b|Office(?![a-z])/, instead: "leader election" },
  { word: /keepsake|keep-going/i, instead: "secret file, supervise" },
  { word: /\bwhoever\b|\bwhomever\b/i, instead: "name the subject" },
  {
    word: /\bnobody\b|\banybody\b|\bsomebody\b/i,
    instead: "name the subject, or the passive voice",
    // user names of tests
    allowed: [/["/](?:nobody|somebody)\b[^" ]*["@]?/g, /no member nobody/g],
  },
  { word: /\b(?:un)?told\b|Told(?![a-z])/i, instead: "emitted, notified, or what it is" },
  { word: /\bhear(?:s|d)?\b/i, instead: "subscribed, received" },
  { word: /\bset(?:s|ting)? aside\b|setAside/i, instead: "quarantine" },
  { word: /\bvocabular(?:y|ies)\b/i, instead: "event schemas" },
  { word: /\bannouncer\b|\bwatcher\b/i, instead: "dev-tools bridge, inspector" },
  { word: /\bmintKey\b|\bkeys? (?:is|are|was) minted\b/i, instead: "make an idempotency key" },
  { word: /createIdempotencyKey/, instead: "uuid7" },
  { word: /(?:issue|redeem)Ticket|one-use ticket|tickets? of the stream/i, instead: "stream pass" },
  { word: /WeChatTicket/i, instead: "WeChat signature" },
  { word: /check-?receipt|receipt-?check/i, instead: "settlement check" },
  { word: /\b(?:domain\/log|market\/log-\w+)\b/, instead: "tick log" },
  { word: /\blaid-out\b|\blost-sheets\b/, instead: "layout keeping, stylesheet recovery" },
]

/** The list itself, and articles that members read. */
const exempt = /^(?:tests\/unit\/retired-words\.test\.ts|server\/content\/seed\/)/

const texts = [
  ...readFiles(["src", "machines", "packages", "server", "tests", "scripts"], /\.(?:tsx?|css)$/),
  ...readFiles(["docs"], /\.md$/),
  ...["README.md", "CONTRIBUTING.md"].map((path) => ({ path, code: readFileSync(path, "utf8") })),
].filter(({ path }) => !exempt.test(path))

/** Each line with a retired word, and the term to use instead. */
const relapses = (all: typeof texts): readonly string[] =>
  all.flatMap(({ path, code }) =>
    [path, ...code.split("\n")].flatMap((line, number) =>
      retiredWords
        .filter(({ word, allowed = [] }) =>
          word.test(allowed.reduce((rest, right) => rest.replace(right, ""), line)),
        )
        .map(({ word, instead }) => `${path}:${number} ${word.exec(line)?.[0] ?? ""} → ${instead}`),
    ),
  )

it("retired words are absent from code, comments, tests, docs and names of files", () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(relapses(texts)).toEqual([])
  expect(relapses([{ path: "src/backroom.ts", code: "/** Whoever asks is told. */" }])).toHaveLength(3)
})

it("the glossary names each term once, with a file that exists", () => {
  const rows = readFileSync("docs/glossary.md", "utf8").match(/^\| (?!Term|---).*$/gm) ?? []
  expect(rows.length).toBeGreaterThan(20)
  const files = rows.map((row) => /`([^`]+)` \|$/.exec(row)?.[1] ?? row)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(new Set(rows.map((row) => row.split("|")[1]?.trim())).size).toBe(rows.length)
})

it("spans are named after their function", () => {
  const named = texts.flatMap(({ path, code }) =>
    path.startsWith("server/")
      ? [...code.matchAll(/const (\w+) = Effect\.fn\("([^"]*)"\)/g)].map((found) => [...found.slice(1), path])
      : [],
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([name, span]) => name !== span)).toEqual([])
})

it("a file of src/ui is named after its component, or in kebab-case", () => {
  const files = readFiles(["src/ui"], /\.tsx?$/).map(({ path, code }) => {
    const name = /([^/]+?)(?:\.d)?\.tsx?$/.exec(path)?.[1] ?? path
    return { name, isNamed: /^[a-z0-9-]+$/.test(name) || new RegExp(`const ${name}\\b`).test(code) }
  })
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter(({ isNamed }) => !isNamed)).toEqual([])
})

it("a style sheet of src/ui is named after a component there", () => {
  const code = readFiles(["src/ui"], /\.tsx$/).map((file) => file.code)
  const sheets = readFiles(["src/ui"], /\.module\.css$/).map(({ path }) => /(\w+)\.module/.exec(path)?.[1])
  expect(sheets.length).toBeGreaterThan(30)
  expect(sheets.filter((name) => !code.some((text) => new RegExp(`const ${name}\\b`).test(text)))).toEqual([])
})
