import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { INSTALL_DELAY_MS } from "../../src/domain/limits.ts"
import { goodPassword } from "./app.ts"
import { type Chromium, findChromium } from "./chromium.ts"

/** Flags for reproducible runs without background traffic. */
const flags = [
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
]

/**
 * Starts this browser; close it when done. Root, and containers without namespaces, run without the
 * sandbox.
 */
export async function launchChromium({ path, env: needed }: Chromium): Promise<Browser> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...process.env, ...needed })) {
    if (value !== undefined) env[name] = value
  }
  const launch = (isBoxed: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath: path,
      args: isBoxed ? flags : [...flags, "--no-sandbox"],
      env,
      chromiumSandbox: isBoxed,
    })
  if (process.getuid?.() === 0) return await launch(false)
  try {
    return await launch(true)
  } catch (error) {
    if (!String(error).includes("sandbox")) throw error
    return await launch(false)
  }
}

/** Starts the browser for tests; close it when done. */
export async function launchBrowser(): Promise<Browser> {
  return await launchChromium(await findChromium())
}

let ofThisWorker: Promise<Browser> | undefined

/** One browser for all test files of a worker. It ends with the worker's process. */
export async function workerBrowser(): Promise<Browser> {
  const known = await ofThisWorker
  if (known?.isConnected()) return known
  ofThisWorker = launchBrowser()
  return await ofThisWorker
}

export interface WindowOptions {
  /** The server's address; paths given to `page.goto` are resolved against it. */
  readonly url: string
  /** What navigator.language says (BCP 47). Default en-US. */
  readonly locale?: string
  readonly colorScheme?: "light" | "dark"
  readonly reducedMotion?: "reduce" | "no-preference"
  /** Storage state of an earlier context. */
  readonly storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>
  readonly timezoneId?: string
  /** Allow the service worker. Default no: it would bypass the test's network faults. */
  readonly isInstallable?: boolean
  /** Register the service worker as late as the app does. Default no: right after the first render. */
  readonly installsLate?: boolean
}

/** A browser context with a page, and its errors. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors and console errors (a refused request included), in order. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

interface Shape {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly deviceScaleFactor: number
  readonly isMobile: boolean
  readonly hasTouch: boolean
}

/** Runs in the page: logs the cause of an uncaught error, which its message does not name. */
const logCauses = (): void =>
  addEventListener("error", ({ error }) => {
    if (error instanceof Error && error.cause !== undefined) console.error(`caused by ${error.cause}`)
  })

/** Runs in the page: shortens the app's wait before it registers the service worker. */
const registerAtOnce = (delayMs: number): void => {
  const later = setTimeout
  Reflect.set(globalThis, "setTimeout", (run: () => void, ms?: number, ...more: unknown[]) =>
    later(run, ms === delayMs ? 0 : ms, ...more),
  )
}

/** Runs in the page: gives the password to each confirmation that asks for one, once. */
const proveByPassword = (password: string): void => {
  const seen = new WeakSet<HTMLInputElement>()
  const prove = (): void => {
    const input = document.querySelector<HTMLInputElement>("dialog input[type=password][name=proof]")
    if (input === null || seen.has(input)) return
    seen.add(input)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, password)
    input.dispatchEvent(new Event("input", { bubbles: true }))
    setTimeout(() => input.form?.requestSubmit(), 0)
  }
  new MutationObserver(prove).observe(document, { childList: true, subtree: true })
}

async function openWindow(browser: Browser, shape: Shape, options: WindowOptions): Promise<Window> {
  const context = await browser.newContext({
    ...shape,
    baseURL: options.url,
    locale: options.locale ?? "en-US",
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: options.reducedMotion ?? "no-preference",
    serviceWorkers: options.isInstallable === true ? "allow" : "block",
    timezoneId: options.timezoneId ?? "Africa/Lagos",
    ...(options.storageState ? { storageState: options.storageState } : {}),
  })
  const problems: string[] = []
  const watch = (page: Page): void => {
    page.on("pageerror", (error) => problems.push(`${error.name}: ${error.message}`))
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`console: ${message.text()} ${message.location().url}`)
    })
  }
  context.on("page", watch)
  await context.addInitScript(logCauses)
  await context.addInitScript(proveByPassword, goodPassword)
  if (options.isInstallable && !options.installsLate)
    await context.addInitScript(registerAtOnce, INSTALL_DELAY_MS)
  const page = await context.newPage()
  return { context, page, problems, close: () => context.close() }
}

/** A phone: 375×812, touch. */
export function openPhone(browser: Browser, options: WindowOptions): Promise<Window> {
  const viewport = { width: 375, height: 812 }
  return openWindow(browser, { viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true }, options)
}

/** A desktop: 1280×800, mouse and keyboard. */
export function openDesktop(browser: Browser, options: WindowOptions): Promise<Window> {
  const viewport = { width: 1280, height: 800 }
  return openWindow(browser, { viewport, deviceScaleFactor: 1, isMobile: false, hasTouch: false }, options)
}
