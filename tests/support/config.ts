import type { SystemConfig } from "../../src/domain/entities.ts"

/** A site configuration; the site is on by default. */
export const configOf = (website: Partial<SystemConfig["website"]> = {}): SystemConfig => ({
  website: { status: 1, page_status: 0, page_url: "", ...website },
  login: { help_article_id: null, password_article_id: null },
  tabbar: { pages: [] },
  style: { theme: "system" },
  webPage: { title: "Financial Links" },
  domain: "https://example.org",
  logo: "",
  icon: "",
  share_list: [],
  link_hosts: ["example.org"],
  registration_bonus: "0.00",
  market: { simulated: true, source: "test", licence: "test", day_ms: 60_000, frame_ms: 500 },
  demo: true,
})
