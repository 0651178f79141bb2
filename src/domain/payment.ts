/** The payment ways of the specification (§3) that a provider carries out. */
import { Schema } from "effect"

/** A way that leads through a provider's page. The balance (1) needs none. */
export const PROVIDED_WAYS = [2, 3] as const
export const ProvidedWay = Schema.Literals(PROVIDED_WAYS)
export type ProvidedWay = typeof ProvidedWay.Type

/** A way's provider in configuration, webhook paths and records. */
export const PROVIDERS = { 2: "wechat", 3: "alipay" } as const satisfies Record<ProvidedWay, string>
