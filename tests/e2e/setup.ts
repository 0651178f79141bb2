import type { TestProject } from "vitest/node"
import { openSharedSites } from "../support/shared-sites.ts"
import { openSiteCluster, siteEngine } from "../support/site-engine.ts"
import { siteEnvironment } from "../support/test-site.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where files ask for a site that they share. */
    sites: string
  }
}

/** Starts the sites that the end-to-end tests share, and checks their books after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openSiteCluster()
  const postgresUrl = cluster?.url ?? null
  const sites = await openSharedSites(siteEngine(postgresUrl), siteEnvironment)
  project.provide("postgresUrl", postgresUrl)
  project.provide("sites", sites.url)
  return async () => {
    await sites.stop()
    await cluster?.stop()
  }
}
