import type { TestProject } from "vitest/node"
import { type SiteFacts, siteEnvironment, startSite } from "../support/test-site.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The site that the files of the run share. */
    site: SiteFacts
  }
}

/** Starts the site that the end-to-end tests share, and checks its books after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite(siteEnvironment)
  project.provide("site", site.facts)
  return site.stop
}
