import type { SystemConfig } from "../../src/domain/entities.ts"

/** A site configuration; the site is on by default. */
export const configOf = (website: Partial<SystemConfig["website"]> = {}): SystemConfig => ({
  website: { status: 1, pageStatus: 0, pageUrl: "", ...website },
  login: { helpArticleId: null, passwordArticleId: null, termsAtMs: 0 },
  tabbar: { pages: [] },
  style: { theme: "system" },
  webPage: { title: "Financial Links" },
  domain: "https://example.org",
  logo: "",
  icon: "",
  shareList: [],
  linkHosts: ["example.org"],
  registrationBonus: "0.00",
  market: {
    simulated: true,
    source: "test",
    licence: "test",
    priceUnits: {},
    dayMs: 60_000,
    frameMs: 500,
  },
  demo: true,
})
