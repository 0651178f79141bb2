/**
 * Playwright's own runner for printed paths: `npx playwright test -c tests/e2e/drivers` runs each
 * NAME.paths.ts beside its driver. BASE_URL names the running app.
 */
import { defineConfig } from "@playwright/test"
import { findChromium } from "../../support/chromium.ts"

const { path, env } = await findChromium()
const inherited = Object.entries(process.env).filter(
  (entry): entry is [string, string] => entry[1] !== undefined,
)

export default defineConfig({
  testMatch: "*.paths.ts",
  timeout: 120_000,
  workers: 1,
  reporter: "list",
  use: {
    baseURL: process.env.BASE_URL ?? "http://localhost:3000",
    viewport: { width: 375, height: 812 },
    locale: "en-US",
    launchOptions: {
      executablePath: path,
      // root, and containers without namespaces, run without the sandbox
      args: ["--no-sandbox"],
      env: { ...Object.fromEntries(inherited), ...env },
    },
  },
})
