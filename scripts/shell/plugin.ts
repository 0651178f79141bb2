import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build as bundle } from "rolldown"
import { build, type Plugin } from "vite"
import type { Texts } from "../../src/app/texts-provider.tsx"
import { endpoints } from "../../src/contract/endpoints.ts"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { ROUTES } from "../../src/navigation/routes.ts"
import { projectRoot } from "../child-process.ts"
import { commonCalls, firstCalls } from "./first-calls.ts"
import { ROUTE_FILES_ID } from "./member-start.ts"
import { routeFiles } from "./route-files.ts"

type Drawer = (locale: Locale, texts: Texts) => string
interface Markup {
  readonly drawLogin: Drawer
  readonly drawTab: Drawer
  readonly drawKnown: Drawer
  readonly drawMarket: Drawer
  readonly drawWaiting: Drawer
  readonly drawAnswers: Drawer
  readonly styleOfTab: string
}

const isMarkup = (value: unknown): value is Markup =>
  typeof value === "object" &&
  value !== null &&
  "drawLogin" in value &&
  "drawTab" in value &&
  "drawKnown" in value &&
  "drawMarket" in value &&
  "styleOfTab" in value &&
  "drawWaiting" in value &&
  "drawAnswers" in value

/**
 * Bundles the components for Node, with the class names that they have in the browser, and loads
 * them.
 */
const loadMarkup = async (): Promise<Markup> => {
  const folder = mkdtempSync(join(projectRoot, ".cache", "shell-"))
  try {
    await build({
      root: projectRoot,
      configFile: join(projectRoot, "vite.config.ts"),
      logLevel: "error",
      mode: "production",
      build: {
        ssr: "scripts/shell/markup.tsx",
        outDir: folder,
        emptyOutDir: false,
        manifest: false,
        rolldownOptions: { output: { entryFileNames: "markup.mjs" } },
      },
    })
    const loaded: unknown = await import(pathToFileURL(join(folder, "markup.mjs")).href)
    if (!isMarkup(loaded)) throw new Error("the markup of the shell cannot be drawn")
    return loaded
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const textsOf = (locale: Locale): Texts =>
  JSON.parse(readFileSync(join(projectRoot, "locales", "compiled", `${locale}.json`), "utf8"))

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" }
const plain = (text: string): string =>
  text.replaceAll(/&(#x27|\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Texts and accessible names of the markup in document order, for the inline script to replace. */
export const wordsOf = (markup: string): readonly string[] =>
  [...markup.matchAll(/<[a-z][^>]*>|[^<>]+(?=<)/g)].flatMap(([part]) => {
    if (!part.startsWith("<")) return [plain(part)]
    const named = [/\saria-label="([^"]*)"/, /\stitle="([^"]*)"/]
    return named.flatMap((pattern) => pattern.exec(part)?.slice(1, 2).map(plain) ?? [])
  })

/**
 * The content security policy allows no style attribute: each becomes a rule of the inline sheet.
 */
const withoutStyleAttributes = (markup: string): { readonly markup: string; readonly rules: string } => {
  const known: string[] = []
  const plainMarkup = markup.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    const index = known.includes(style) ? known.indexOf(style) : known.push(style) - 1
    return ` data-shell-style="${index}"`
  })
  const rules = known.map((style, index) => `[data-shell-style="${index}"]{${plain(style)}}`).join("")
  return { markup: plainMarkup, rules }
}

const linesOf = (words: readonly string[]): string => {
  const broken = words.find((text) => text.includes("\n"))
  if (broken !== undefined) throw new Error(`a text of the first page has more than one line: ${broken}`)
  return words.join("\n")
}

/** What the script in the head hides. */
const veil = "[data-veiled] #root[data-shell]{visibility:hidden}"

const inlineScript = async (name: "early" | "inline", shell: object): Promise<string> => {
  const { output } = await bundle({
    input: join(projectRoot, `scripts/shell/${name}.ts`),
    transform: { define: { SHELL: JSON.stringify(shell) } },
    write: false,
    output: { format: "iife", minify: true },
  })
  return `<script>${output[0].code.trim().replaceAll("</", "<\\/")}</script>`
}

/** The login page's description line is also the meta description. */
const descriptionOf = (markup: string): string => {
  const line = /<main\b.*?<p\b[^>]*>([^<"]+)<\/p>/s.exec(markup)?.[1]
  if (line === undefined) throw new Error("the login page has no line that says what this is")
  return `<meta name="description" content="${line}">`
}

/** The texts of all locales except that of the markup. */
const wordsIn = (drawers: readonly Drawer[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    LOCALES.filter((locale) => locale !== "en").map((locale) => {
      const texts = textsOf(locale)
      return [locale, linesOf(drawers.flatMap((draw) => wordsOf(draw(locale, texts))))]
    }),
  )

/**
 * Adds the shell to the built document: the login page in every language with inline styles,
 * painted and usable before any code has loaded, and a tab page's skeleton for members.
 */
export const shell = (): Plugin => ({
  name: "shell",
  apply: (config, { command }) => command === "build" && !config.build?.ssr,
  transformIndexHtml: {
    order: "post",
    handler: async (html, { bundle: files }) => {
      if (!files) return html
      const { drawLogin, drawTab, drawKnown, drawMarket, drawWaiting, drawAnswers, styleOfTab } =
        await loadMarkup()
      const assets = Object.values(files).flatMap((file) => (file.type === "asset" ? [file] : []))
      const sheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html)
      const style = assets.find(({ fileName }) => fileName === sheet?.[1])
      if (!sheet || !style) throw new Error("the first page has no style sheet")
      const urls = LOCALES.map((locale) => {
        const texts = assets.find(({ originalFileNames }) =>
          originalFileNames.some((name) => name.endsWith(`compiled/${locale}.json`)),
        )
        return [locale, `/${texts?.fileName ?? ""}`] as const
      })
      const script = await inlineScript("inline", {
        words: wordsIn([drawLogin, drawAnswers]),
        memberWords: wordsIn([drawTab, drawKnown, drawMarket]),
        tabs: ROUTES.filter(({ tab }) => tab).map(({ path }) => path),
        balanceUrl: `/${endpoints.walletSummary.path}`,
        marketPath: ROUTES.find(({ name }) => name === "market")?.path,
        marketUrls: { products: `/${endpoints.products.path}`, quotes: `/${endpoints.quotes.path}` },
        urls: Object.fromEntries(urls),
        tags: Object.fromEntries(LOCALES.map((locale) => [locale, localeTagOf(locale)])),
      })
      const english = textsOf("en")
      const { markup, rules } = withoutStyleAttributes(
        [
          `<div id="root" data-shell>${drawLogin("en", english)}</div>`,
          `<template id="tab"><style>${styleOfTab}</style>${drawTab("en", english)}</template>`,
          `<template id="known">${drawKnown("en", english)}</template>`,
          `<template id="market">${drawMarket("en", english)}</template>`,
          `<template id="waiting">${drawWaiting("en", english)}</template>`,
          `<template id="answers">${drawAnswers("en", english)}</template>`,
        ].join(""),
      )
      const known = JSON.stringify(routeFiles(files, html))
      const early = await inlineScript("early", {
        sheet: `/${style.fileName}`,
        calls: firstCalls,
        commonCalls,
        bannersUrl: `/${endpoints.banners.path}`,
      })
      const head = `<script type="application/json" id="${ROUTE_FILES_ID}">${known}</script>${early}</head>`
      return (
        html
          // the page is painted without it, and the first answers are small
          .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ')
          .replace(sheet[0], () => `<style>${String(style.source)}${rules}${veil}</style>`)
          .replace('<div id="root"></div>', () => `${markup}${script}`)
          .replace("<title>", (title) => `${descriptionOf(markup)}${title}`)
          .replace("</head>", () => head)
      )
    },
  },
})
