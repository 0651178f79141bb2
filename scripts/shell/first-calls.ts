/** The calls that a member's pages make first, for the document to send while the code is loading. */
import { toWire } from "../../src/contract/endpoint.ts"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import type { WireCall } from "../../src/contract/wire-request.ts"
import { PAGE_SIZE } from "../../src/domain/limits.ts"
import type { RouteName } from "../../src/navigation/route-queries.ts"
import { ROUTES } from "../../src/navigation/routes.ts"

/** The value of a field, or the parameter of the page's URL that holds it: an id. */
export type FirstField = string | { readonly parameter: string }

/** A call with its fields under their wire names. Not made where the URL lacks a parameter. */
export interface FirstCall extends WireCall {
  readonly fields: Readonly<Record<string, FirstField>>
}

type Asked = EndpointId | readonly [endpoint: EndpointId, fields: Readonly<Record<string, FirstField>>]

const FIRST_PAGE = { limit: String(PAGE_SIZE) }
const parameter = (name: string): FirstField => ({ parameter: name })

/** Reads only, in the order of their weight on the screen; tested by tests/e2e/early-calls.test.ts. */
const asked: Partial<Record<RouteName, readonly Asked[]>> = {
  home: ["walletSummary", "products", "banners", "placards"],
  market: ["products", "quotes"],
  trade: ["products", "quotes"],
  my: ["userInfo", "systemAppUrl"],
  order: [["product", { id: parameter("product") }], "walletSummary"],
  product: [["product", { id: parameter("id") }]],
  wallet: ["walletSummary"],
  "income-record": [["income", FIRST_PAGE]],
  credit: ["creditDetail"],
  logins: ["sessions", "logins"],
  realname: ["realNameDetail"],
  promote: ["promoteSummary", ["promoteLists", FIRST_PAGE]],
  "bank-list": ["bankCards"],
  "usdt-list": ["cryptoAddresses"],
  "usdt-add": ["withdrawalTerms"],
  withdraw: ["walletSummary", "withdrawalTerms", "bankCards", "cryptoAddresses"],
  "withdraw-record": [["withdrawals", FIRST_PAGE]],
  recharge: ["depositNetworks"],
  "recharge-record": [["deposits", FIRST_PAGE]],
}

const callOf = (each: Asked): FirstCall => {
  const [endpoint, fields] = typeof each === "string" ? ([each, {}] as const) : each
  const { method, path, auth, keyed } = endpoints[endpoint]
  if (keyed) throw new Error(`${endpoint} changes something: the document must not send it`)
  return { method, path, auth, fields: toWire(endpoints[endpoint], fields) }
}

const calls = new Map(Object.entries(asked).map(([name, list]) => [name, list.map(callOf)]))

/** By path. */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = Object.fromEntries(
  ROUTES.flatMap(({ path, alias, name, entrance }) => {
    // a member who asks for an entrance is led home
    const own = calls.get(entrance ? "home" : name) ?? []
    return [path, ...(alias === undefined ? [] : [alias])].map((each) => [each, own] as const)
  }),
)

/** Made by every page. */
export const commonCalls: readonly FirstCall[] = [callOf("systemConfig")]
