import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build as bundle } from "rolldown"
import { build, type Plugin, type Rolldown } from "vite"
import type { Texts } from "../../src/app/texts-provider.tsx"
import { endpoints } from "../../src/contract/endpoints.ts"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { ROUTES } from "../../src/navigation/routes.ts"
import { projectRoot } from "../child-process.ts"
import { commonCalls, firstCalls } from "./first-calls.ts"
import { ROUTE_FILES_ID } from "./member-start.ts"
import { routeFiles } from "./route-files.ts"

type Drawer = (locale: Locale, texts: Texts) => string
interface Markup {
  readonly drawLogin: Drawer
  readonly drawWindow: Drawer
  readonly drawTabs: (locale: Locale, texts: Texts) => readonly (readonly [name: string, markup: string])[]
  readonly drawNote: Drawer
  readonly drawChanges: Drawer
  readonly drawWaiting: Drawer
  readonly drawAnswers: Drawer
  readonly changeClass: string
}

const isMarkup = (value: unknown): value is Markup =>
  typeof value === "object" &&
  value !== null &&
  "drawLogin" in value &&
  "drawWindow" in value &&
  "drawTabs" in value &&
  "drawNote" in value &&
  "drawChanges" in value &&
  "drawWaiting" in value &&
  "drawAnswers" in value &&
  "changeClass" in value

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

/**
 * The content security policy allows no style attribute: each becomes a rule of the inline sheet,
 * which is the same in every language.
 */
const createStyleRules = () => {
  const known: string[] = []
  return {
    withoutAttributes: (markup: string): string =>
      markup.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
        const index = known.includes(style) ? known.indexOf(style) : known.push(style) - 1
        return ` data-shell-style="${index}"`
      }),
    rules: () => known.map((style, index) => `[data-shell-style="${index}"]{${plain(style)}}`).join(""),
  }
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

type Assets = readonly Rolldown.OutputAsset[]

/** Throws where a class of the markup has no rule: its sheet would arrive with a later chunk. */
const checkStyled = (markup: string, sheets: string): void => {
  const names = new Set(
    [...markup.matchAll(/ class="([^"]+)"/g)].flatMap(([, list = ""]) => list.split(" ").filter(Boolean)),
  )
  const missing = [...names].filter((name) => !sheets.includes(`.${name}`))
  if (missing.length > 0)
    throw new Error(`list the sheets of ${missing.join(", ")} among those of core (vite.config.ts)`)
}

const sheetNamed = (assets: Assets, name: string) => {
  const sheet = assets.find(
    ({ fileName }) => fileName.startsWith(`assets/${name}-`) && fileName.endsWith(".css"),
  )
  if (!sheet) throw new Error(`the build has no style sheet of ${name}`)
  return sheet
}

/** The URLs of each locale's texts: those of the first pages, and the rest. */
const textUrls = (assets: Assets): Readonly<Record<string, readonly string[]>> => {
  const urlOf = (path: string): string => {
    const texts = assets.find(({ originalFileNames }) =>
      originalFileNames.some((name) => name.endsWith(path)),
    )
    if (!texts) throw new Error(`the build has no texts ${path}`)
    return `/${texts.fileName}`
  }
  return Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      ["first", "rest"].map((part) => urlOf(`locales/compiled/${part}/${locale}.json`)),
    ]),
  )
}

const template = (id: string, content: string): string => `<template id="${id}">${content}</template>`

/** What follows the login page, for members and for the responses of a form. */
const templatesOf = (markup: Markup, locale: Locale, texts: Texts): string =>
  [
    template("window", markup.drawWindow(locale, texts)),
    ...markup.drawTabs(locale, texts).map(([name, page]) => template(`tab-${name}`, page)),
    template("note", markup.drawNote(locale, texts)),
    template("changes", markup.drawChanges(locale, texts)),
    template("waiting", markup.drawWaiting(locale, texts)),
  ].join("")

const tabPaths = (): Readonly<Record<string, string>> =>
  Object.fromEntries(ROUTES.filter(({ tab }) => tab).map(({ name, path }) => [name, path]))

const inlineScripts = async (assets: Assets, sheets: readonly string[]) => {
  const early = inlineScript("early", {
    sheets,
    calls: firstCalls,
    commonCalls,
    bannersUrl: `/${endpoints.banners.path}`,
  })
  const inline = inlineScript("inline", {
    texts: textUrls(assets),
    paths: tabPaths(),
    urls: {
      walletSummary: `/${endpoints.walletSummary.path}`,
      products: `/${endpoints.products.path}`,
      quotes: `/${endpoints.quotes.path}`,
    },
  })
  return { early: await early, inline: await inline }
}

/** The file of a language's document; that of the default language has the usual name. */
const documentName = (locale: Locale): string =>
  locale === DEFAULT_LOCALE ? "index.html" : `index.${locale}.html`

/** The document of each language. Scripts and styles are the same in all, and so is their policy. */
const documentsOf = async (
  html: string,
  files: Rolldown.OutputBundle,
): Promise<ReadonlyMap<Locale, string>> => {
  const markup = await loadMarkup()
  const assets = Object.values(files).flatMap((file) => (file.type === "asset" ? [file] : []))
  const link = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html)
  const loginSheets = ["boot", "view", "forms"].map((name) => sheetNamed(assets, name))
  const core = sheetNamed(assets, "core")
  if (link === null || link[1] !== loginSheets[0]?.fileName)
    throw new Error("the first page has no style sheet")
  const sheets = [...loginSheets, core].map(({ fileName }) => `/${fileName}`)
  const loginStyles = loginSheets.map(({ source }) => String(source)).join("")
  const styles = `${loginStyles}${String(core.source)}`
  const { early, inline } = await inlineScripts(assets, sheets)
  const routes = JSON.stringify(routeFiles(files, html, sheets))
  const head = `<script type="application/json" id="${ROUTE_FILES_ID}">${routes}</script>${early}</head>`
  const attributes = createStyleRules()
  const bodies = LOCALES.map((locale) => {
    const texts = textsOf(locale)
    const login = attributes.withoutAttributes(
      `<div id="root" data-shell>${markup.drawLogin(locale, texts)}</div>${template("answers", markup.drawAnswers(locale, texts))}`,
    )
    const others = attributes.withoutAttributes(templatesOf(markup, locale, texts))
    checkStyled(login + others, styles)
    return { locale, login, others }
  })
  const blank = `[data-frame=home] .${markup.changeClass}{visibility:hidden}`
  return new Map(
    bodies.map(({ locale, login, others }) => [
      locale,
      html
        .replace('lang="en"', `lang="${localeTagOf(locale)}"`)
        // the page is painted without it, and the first answers are small
        .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ')
        .replace(link[0], () => `<style>${loginStyles}${attributes.rules()}${veil}</style>`)
        .replace(
          '<div id="root"></div>',
          () => `${login}<style>${String(core.source)}${blank}</style>${others}${inline}`,
        )
        .replace("<title>", (title) => `${descriptionOf(login)}${title}`)
        .replace("</head>", () => head),
    ]),
  )
}

/**
 * Adds the shell to the built document and makes one of each language: the login page with inline
 * styles, painted and usable before any code has loaded, and the tab pages for members.
 */
export const shell = (): Plugin => {
  let documents: ReadonlyMap<Locale, string> = new Map()
  return {
    name: "shell",
    enforce: "post",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle: files }) => {
        if (!files) return html
        documents = await documentsOf(html, files)
        return documents.get(DEFAULT_LOCALE) ?? html
      },
    },
    generateBundle() {
      for (const [locale, source] of documents)
        if (locale !== DEFAULT_LOCALE)
          this.emitFile({ type: "asset", fileName: documentName(locale), source })
    },
  }
}
