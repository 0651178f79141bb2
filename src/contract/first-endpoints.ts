/**
 * The endpoints of a member's first page. The app has them at once; it loads the others with the code of
 * a member's pages.
 */
import { Schema } from "effect"
import { WalletSummary } from "../domain/cash.ts"
import { Banner, Placard } from "../domain/content.ts"
import { Product, SystemConfig, User } from "../domain/entities.ts"
import { get, post } from "./endpoint.ts"

export const firstEndpoints = {
  systemConfig: get("api/system/config", {}, SystemConfig, {
    auth: "anyone",
    summary: "Configuration of the site",
  }),
  userInfo: post("api/user/info", {}, User, { summary: "The member's record" }),
  products: get("api/product/lists", {}, Schema.Array(Product), {
    summary: "Products with terms and statistics",
  }),
  walletSummary: get("api/wallet/summary", {}, WalletSummary, {
    summary: "Balances, dividends and the latest account changes, all of one revision",
  }),
  banners: get("api/index/swipe", {}, Schema.Array(Banner), { summary: "Banners of the home page" }),
  placards: post("api/index/placard", {}, Schema.Array(Placard), { summary: "Site messages, newest first" }),
} as const
