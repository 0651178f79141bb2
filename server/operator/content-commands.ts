import { readFile, stat } from "node:fs/promises"
import { Clock, Effect, Schema } from "effect"
import { ArticleKind } from "../../src/domain/content.ts"
import { Id } from "../../src/domain/entities.ts"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../src/domain/limits.ts"
import type { Config } from "../config.ts"
import { writeArticle } from "../content/articles.ts"
import { isBannerImage } from "../content/home-content.ts"
import { plainText } from "../content/sanitise.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { newId } from "../core/ids.ts"
import { Db, execute, sql, transaction } from "../db/db.ts"
import { type OperatorCommand, readName, refuse, type Values } from "./command.ts"
import { requireLink } from "./site-commands.ts"

const otherLanguages = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)

const addPlacard = Effect.fn("addPlacard")(function* ({ text = "" }: Values, { who, why }: Attribution) {
  const content = plainText(text)
  if (content === "") return yield* refuse("Nothing is left of this text.")
  const id = yield* newId
  const atMs = yield* Clock.currentTimeMillis
  yield* Effect.gen(function* () {
    yield* execute("insert into placards (id, content, at_ms) values ($1, $2, $3)", [id, content, atMs])
    yield* recordDecision({ command: "placards add", subject: id, who, why })
  }).pipe(transaction)
  return id
})

const addBanner = Effect.fn("addBanner")(function* (values: Values, { who, why }: Attribution) {
  const { image = "", title = "", link } = values
  if (!isBannerImage(image)) return yield* refuse(`The image must be one of the site's own: /banners/….webp`)
  const allowed = link === undefined ? null : yield* requireLink(link)
  const shown = yield* readName(title, 200, "title")
  const id = yield* newId
  yield* Effect.gen(function* () {
    yield* execute(
      `insert into banners (id, swipe_image, link, title, position)
         select $1, $2, $3, $4, coalesce(max(position), 0) + 1 from banners`,
      [id, image, allowed, shown],
    )
    yield* recordDecision({
      command: "banners add",
      subject: id,
      who,
      why,
      detail: { image, link: allowed },
    })
  }).pipe(transaction)
  return id
})

/** The texts that a translation belongs to, and the statement that stores one. */
const translated = {
  placards: {
    existsSql: "select 1 from placards where id = $1",
    writeSql: `insert into placard_translations (placard_id, language, content) values ($1, $2, $3)
      on conflict (placard_id, language) do update set content = excluded.content`,
  },
  banners: {
    existsSql: "select 1 from banners where id = $1",
    writeSql: `insert into banner_translations (banner_id, language, title) values ($1, $2, $3)
      on conflict (banner_id, language) do update set title = excluded.title`,
  },
} as const

/** A command that writes or replaces a text in a language other than English. */
const translating = (table: keyof typeof translated, one: string): OperatorCommand<Db> => ({
  name: `${table} translate`,
  summary: `Writes or replaces ${one} in another language; members without a translation read the English one.`,
  parameters: [
    { name: "id", summary: `id of ${one}` },
    { name: "language", summary: otherLanguages.join(", ") },
    { name: "text", summary: "the translation" },
  ],
  needsWhy: true,
  run: Effect.fn(`${table} translate`)(function* ({ id = "", language = "", text = "" }, { who, why }) {
    if (!otherLanguages.some((other) => other === language))
      return yield* refuse(`The language must be one of ${otherLanguages.join(", ")}.`)
    const content = plainText(text)
    if (content === "") return yield* refuse("Nothing is left of this text.")
    const { existsSql, writeSql } = translated[table]
    yield* Effect.gen(function* () {
      if ((yield* sql(existsSql, [id])).length === 0) return yield* refuse(`There is no ${id}.`)
      yield* execute(writeSql, [id, language, content])
      yield* recordDecision({ command: `${table} translate`, subject: id, who, why, detail: { language } })
    }).pipe(transaction)
    return "Done."
  }),
})

const articleMaxBytes = 200_000

const readHtml = (path: string) =>
  Effect.tryPromise({
    try: async () => {
      if ((await stat(path)).size > articleMaxBytes)
        throw new RangeError(`more than ${articleMaxBytes} bytes`)
      return await readFile(path, "utf8")
    },
    catch: (thrown) => refuse(`The file cannot be read: ${String(thrown)}`),
  })

const isLocale = (text: string): text is Locale => LOCALES.some((locale) => locale === text)
const isKind = Schema.is(ArticleKind)
const isId = Schema.is(Id)

const addArticle = Effect.fn("addArticle")(function* (values: Values, { who, why }: Attribution) {
  const { id = "", kind = "", file = "", language = "en" } = values
  const title = yield* readName(values.title ?? "", 200, "title")
  if (!isId(id) || !isKind(kind) || !isLocale(language))
    return yield* refuse("The id, the kind or the language cannot be.")
  const html = yield* readHtml(file)
  const atMs = yield* Clock.currentTimeMillis
  const work = Effect.gen(function* () {
    const english = yield* sql("select 1 from articles where id = $1 and language = 'en'", [id])
    if (language !== "en" && english.length === 0)
      return yield* refuse("Write the article in English first: others fall back to it.")
    const refusedLinks = yield* writeArticle({ id, kind, title, html }, language, atMs)
    yield* recordDecision({ command: "articles add", subject: id, who, why, detail: { language, title } })
    return { refusedLinks, outdated: yield* readOutdated(id) }
  })
  const { refusedLinks, outdated } = yield* transaction(work)
  return [
    "Done.",
    ...(refusedLinks.length === 0
      ? []
      : [
          `These links are not https or lead to no host named in LINK_HOSTS; their text stays: ${refusedLinks.join(" ")}`,
        ]),
    ...(outdated.length === 0
      ? []
      : [`Members read it in English until its translations are written again: ${outdated.join(", ")}.`]),
  ].join(" ")
})

/** Languages whose translation of an article is older than the English text. */
const readOutdated = Effect.fnUntraced(function* (id: string) {
  const rows = yield* sql<{ language: string }>(
    `select l.language from articles l join articles e on e.id = l.id and e.language = 'en'
     where l.id = $1 and l.at_ms < e.at_ms order by l.language`,
    [id],
  )
  return rows.map((row) => row.language)
})

/** A command that removes one row by id and refuses an unknown id. */
const removing = (table: "placards" | "banners" | "articles", one: string): OperatorCommand<Db> => ({
  name: `${table} remove`,
  summary: `Removes ${one}.`,
  parameters: [{ name: "id", summary: `id of ${one}` }],
  needsWhy: true,
  run: Effect.fn(`${table} remove`)(function* ({ id = "" }, { who, why }) {
    yield* Effect.gen(function* () {
      const removed = yield* execute(`delete from ${table} where id = $1`, [id])
      if (removed === 0) return yield* refuse(`There is no ${id}.`)
      yield* recordDecision({ command: `${table} remove`, subject: id, who, why })
    }).pipe(transaction)
    return "Done."
  }),
})

type Cell = string | number | boolean | null

/** A command that lists the rows of a statement. */
const listing = (name: string, summary: string, sql: string): OperatorCommand<Db> => ({
  name,
  summary,
  run: () => Effect.flatMap(Db, (db) => db.sql<Readonly<Record<string, Cell>>>(sql)),
})

/** Commands about site messages, banners and articles. */
export const contentCommands: ReadonlyArray<OperatorCommand<Db | Config>> = [
  listing(
    "placards list",
    "Site messages and their translations.",
    `select p.id, t.language, t.content from placards p cross join lateral (
       select '${DEFAULT_LOCALE}' as language, p.content
       union all select language, content from placard_translations where placard_id = p.id) as t
     order by p.at_ms desc, p.id, t.language <> '${DEFAULT_LOCALE}', t.language`,
  ),
  {
    name: "placards add",
    summary: "Adds a site message: plain text, tags are removed.",
    parameters: [{ name: "text", summary: "the message" }],
    needsWhy: true,
    run: addPlacard,
  },
  translating("placards", "a site message"),
  removing("placards", "a site message"),
  listing(
    "banners list",
    "Banners of the home page and their translations.",
    `select b.id, b.swipe_image, b.link, t.language, t.title from banners b cross join lateral (
       select '${DEFAULT_LOCALE}' as language, b.title
       union all select language, title from banner_translations where banner_id = b.id) as t
     order by b.position, b.id, t.language <> '${DEFAULT_LOCALE}', t.language`,
  ),
  {
    name: "banners add",
    summary: "Adds a banner at the end.",
    parameters: [
      { name: "image", summary: "one of the site's own, /banners/….webp" },
      { name: "title", summary: "what it says" },
      { name: "link", summary: "https address", isOptional: true },
    ],
    needsWhy: true,
    run: addBanner,
  },
  translating("banners", "the title of a banner"),
  removing("banners", "a banner"),
  listing(
    "articles list",
    "Articles and the languages they exist in.",
    "select id, language, kind, title from articles order by kind, id, language",
  ),
  {
    name: "articles add",
    summary:
      "Writes or replaces an article in one language, English first; its HTML is sanitised, and links lead to hosts of LINK_HOSTS alone.",
    parameters: [
      { name: "id", summary: "letters, digits, hyphens" },
      { name: "kind", summary: "company, culture, awards, risk, agreement or help" },
      { name: "title", summary: "its title" },
      { name: "file", summary: "full path of a UTF-8 HTML file on the server's machine" },
      { name: "language", summary: "en unless given", isOptional: true },
    ],
    needsWhy: true,
    run: addArticle,
  },
  removing("articles", "an article in every language"),
]
