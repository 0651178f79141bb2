import type { Config } from "../config.ts"
import type { Handlers } from "../core/handler.ts"
import type { Db } from "../db/db.ts"
import { listArticles, readArticle } from "./articles.ts"
import { listBanners, listPlacards } from "./showcase.ts"
import { type MarketLabel, readAppUrl, readCustomerService, readSystemConfig } from "./site.ts"

type ContentEndpoint =
  | "systemConfig"
  | "systemAppUrl"
  | "customerService"
  | "placards"
  | "banners"
  | "articles"
  | "article"

export type ContentServices = Db | Config | MarketLabel

/** What the site shows besides the market. */
export const contentHandlers: Handlers<ContentEndpoint, ContentServices> = {
  systemConfig: readSystemConfig,
  systemAppUrl: readAppUrl,
  customerService: readCustomerService,
  placards: listPlacards,
  banners: listBanners,
  articles: listArticles,
  article: readArticle,
}
