/** The endpoints about the site: its configuration, its powers, its messages and its articles. */
import { Schema } from "effect"
import { Article, ArticleKind, ArticleSummary, Banner, CustomerService, Placard } from "../domain/content.ts"
import { Id, pageOf, SystemConfig } from "../domain/entities.ts"
import { SEARCH_MAX_LENGTH } from "../domain/limits.ts"
import { OperatorPower } from "../domain/operator-act.ts"
import { get, paging, post } from "./endpoint.ts"

const text = Schema.String
const optional = Schema.optionalKey

export const siteEndpoints = {
  systemConfig: get("api/system/config", {}, SystemConfig, {
    auth: "anyone",
    summary: "Configuration of the site",
  }),
  systemAppUrl: get("api/v1/system/app_url", {}, Schema.Struct({ url: text }), {
    auth: "anyone",
    summary: "Address under which the app is published",
  }),
  operatorPowers: get("api/system/operator_powers", {}, Schema.Array(OperatorPower), {
    auth: "anyone",
    summary: "Every command that operators have",
  }),
  customerService: get("api/index/kefu", {}, CustomerService, {
    auth: "anyone",
    summary: "How to reach customer service",
  }),
  placards: post("api/index/placard", {}, Schema.Array(Placard), { summary: "Site messages, newest first" }),
  banners: get("api/index/swipe", {}, Schema.Array(Banner), { summary: "Banners of the home page" }),
  articles: get(
    "api/article/lists",
    {
      kind: optional(ArticleKind),
      search: optional(text.check(Schema.isMaxLength(SEARCH_MAX_LENGTH))),
      ...paging,
    },
    pageOf(ArticleSummary),
    { auth: "anyone", summary: "Articles that contain what is searched, newest first" },
  ),
  article: get("api/article/detail", { id: Id }, Article, { auth: "anyone", summary: "One article" }),
} as const
