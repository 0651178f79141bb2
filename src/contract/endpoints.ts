/**
 * Declares every endpoint once. Paths of the specification are kept; the others follow its style.
 * The login family and the wechat-related paths answer in envelope `errorCode`, the rest in `code`.
 */
import { Schema } from "effect"
import {
  AccountChange,
  Deposit,
  DepositNetwork,
  Withdrawal,
  WithdrawalMethod,
  WithdrawalTerms,
} from "../domain/cash.ts"
import { Article, ArticleKind, ArticleSummary, CustomerService } from "../domain/content.ts"
import { Month } from "../domain/counted.ts"
import {
  Amount,
  AtMs,
  Candle,
  CreditScore,
  Id,
  Key,
  Price,
  Product,
  pageOf,
  Session,
  Tick,
} from "../domain/entities.ts"
import { InvitedMember, PromoteSummary } from "../domain/invitation.ts"
import { PAYMENT_WAYS, SEARCH_MAX_LENGTH } from "../domain/limits.ts"
import { isLoopbackUrl } from "../domain/links.ts"
import { MemberEvents } from "../domain/member-event.ts"
import type { Operation } from "../domain/operation.ts"
import { OperatorPower } from "../domain/operator-act.ts"
import { RealName } from "../domain/real-name.ts"
import { filterFields } from "../domain/record-filter.ts"
import { QuoteFrame, SiteState } from "../domain/stream-messages.ts"
import { isHttpsUrl } from "../domain/validate.ts"
import { alertEndpoints } from "./alert-endpoints.ts"
import { destinationEndpoints } from "./destination-endpoints.ts"
import { count, get, paging, post } from "./endpoint.ts"
import { firstEndpoints } from "./first-endpoints.ts"
import { operationEndpoints } from "./operation-endpoints.ts"
import { orderEndpoints } from "./order-endpoints.ts"
import { PushDelivery, pushSubscription } from "./push-subscription.ts"
import { recordEndpoints } from "./record-endpoints.ts"
import { sessionEndpoints } from "./session-endpoints.ts"

const text = Schema.String
const optional = Schema.optionalKey
const nothing = Schema.Struct({})
const login = { envelope: "errorCode", auth: "anyone" } as const

/** An address that members are sent to. */
const safeAddress = text.check(Schema.makeFilter((url) => isHttpsUrl(url) || isLoopbackUrl(url)))

/** An amount that moves in or out, at a rate where its network has one. */
const sum = { key: Key, amount: Amount, rateId: optional(Id) }

/** What WeChat's script needs to work on a page. */
export const WeChatSignature = Schema.Struct({
  appId: text,
  /** Seconds since the epoch. */
  timestamp: Schema.Int,
  nonceStr: text,
  signature: text,
}).pipe(Schema.encodeKeys({ appId: "app_id", nonceStr: "nonce_str" }))

export const endpoints = {
  ...firstEndpoints,

  // the site
  systemAppUrl: get("api/v1/system/app_url", {}, Schema.Struct({ url: text }), {
    auth: "anyone",
    summary: "Address under which the app is published",
  }),
  operatorPowers: get("api/system/operator_powers", {}, Schema.Array(OperatorPower), {
    auth: "anyone",
    summary: "Every command that operators have",
  }),
  execution: get(
    "api/market/execution",
    { month: optional(Month) },
    Schema.Struct({ months: Schema.Array(Month), note: optional(text) }),
    { auth: "anyone", summary: "How the contracts of a month were executed, as a signed note" },
  ),
  customerService: get("api/index/kefu", {}, CustomerService, {
    auth: "anyone",
    summary: "How to reach customer service",
  }),
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

  // the login family
  login: post("api/login/account", { username: text, password: text, factorCode: optional(text) }, Session, {
    wireNames: { factorCode: "factor_code" },
    ...login,
    summary: "Log in",
  }),
  register: post(
    "api/login/register",
    {
      username: text,
      password: text,
      invitationCode: text,
      /** The date of the terms that the member was shown and agreed to. */
      termsAtMs: optional(AtMs),
    },
    Session,
    {
      ...login,
      wireNames: { invitationCode: "invitation_code", termsAtMs: "terms_at_ms" },
      summary: "Register with an invitation code, and log in",
    },
  ),
  passwordForgotten: post("api/login/forgotten", { username: text, contact: text }, nothing, {
    ...login,
    summary: "Ask an operator for a code that sets a new password; the same answer for every username",
  }),
  passwordReset: post("api/login/reset", { username: text, code: text, newPassword: text }, nothing, {
    ...login,
    wireNames: { newPassword: "new_password" },
    summary: "Set a new password by a code, once; ends every session",
  }),
  codeUrl: get("login/codeUrl", { url: text }, Schema.Struct({ url: safeAddress, state: text }), {
    ...login,
    summary: "Address of WeChat's log-in page, which returns to a page of this site with a code",
  }),
  jsConfig: get("wechat/jsConfig", { url: text }, WeChatSignature, {
    ...login,
    summary: "Signature of a page of this site for WeChat's script",
  }),
  oaLogin: post("login/oaLogin", { code: text }, Session, {
    ...login,
    summary: "Log in by the code of a linked WeChat account",
  }),

  // the member
  wechatLink: post("api/user/wechat", { code: text }, nothing, {
    summary: "Link the WeChat account of a code, which then logs in",
  }),
  creditDetail: get("api/credit/detail", {}, CreditScore, { summary: "Credit score and what it is made of" }),
  ...recordEndpoints,
  ...sessionEndpoints,
  pushKey: get("api/member/push/key", {}, Schema.Struct({ key: text }), {
    summary: "The key that a browser subscribes to push messages with",
  }),
  pushSubscribe: post("api/member/push/subscribe", pushSubscription, PushDelivery, {
    summary: "Push the member's notices to this device, or renew its language and session",
  }),
  pushUnsubscribe: post("api/member/push/unsubscribe", pushSubscription, nothing, {
    summary: "Push no notices to this device any more",
  }),
  realNameDetail: get("api/realname/detail", {}, RealName, { summary: "State of the real-name check" }),
  realNameSubmit: post(
    "api/realname/submit",
    { realName: text, idNumber: text, frontImage: Id, backImage: Id },
    RealName,
    {
      wireNames: {
        realName: "real_name",
        idNumber: "id_number",
        frontImage: "front_image",
        backImage: "back_image",
      },
      summary: "Ask for the real-name check",
    },
  ),
  promoteSummary: get("api/promote/summary", {}, PromoteSummary, {
    summary: "Invitation code and how many came",
  }),
  promoteLists: get("api/promote/lists", paging, pageOf(InvitedMember), {
    summary: "Members invited, newest first",
  }),

  // the market
  product: get("api/product/detail", { id: Id }, Product, { summary: "One product" }),
  quotes: get("api/market/quotes", {}, QuoteFrame, { summary: "The last quote of every symbol" }),
  candles: get(
    "api/market/candles",
    { symbol: text, range: Schema.Literals(["1D", "1W", "1M", "ALL"]) },
    Schema.Array(Candle),
    { summary: "Candles of a symbol, oldest first" },
  ),
  // null on a day without a price; `from` and `to`: "2009-03-12" or "2009-03", null without closes
  closes: get(
    "api/market/closes",
    { symbol: text },
    Schema.Struct({
      from: Schema.NullOr(text),
      to: Schema.NullOr(text),
      closes: Schema.Array(Schema.NullOr(Price)),
    }),
    { summary: "Published closes of a symbol before the running day, a day each, oldest first" },
  ),
  ticks: get(
    "api/market/ticks",
    { symbol: text, fromSeq: text.check(Schema.isPattern(/^\d{1,15}$/u)), limit: optional(count) },
    Schema.Array(Tick),
    {
      wireNames: { fromSeq: "from_seq" },
      summary: "Links of the tick journal, for verification",
    },
  ),

  ...alertEndpoints,

  // contracts
  ...orderEndpoints,
  ...operationEndpoints,

  // money
  income: get("api/income/lists", { ...filterFields.changes, ...paging }, pageOf(AccountChange), {
    summary: "Account changes, newest first",
  }),
  depositNetworks: get("api/recharge/networks", {}, Schema.Array(DepositNetwork), {
    summary: "Where a deposit can be sent",
  }),
  depositCreate: post(
    "api/recharge/create",
    { ...sum, networkId: Id, address: optional(text), proofImage: Id },
    Deposit,
    {
      wireNames: { networkId: "network_id", rateId: "rate_id", proofImage: "proof_image" },
      summary: "Report a deposit with its proof",
    },
  ),
  paymentCreate: post(
    "api/pay/create",
    { key: Key, way: Schema.Literals(PAYMENT_WAYS), amount: Amount },
    Deposit,
    { summary: "Start a payment through a provider; its result arrives later" },
  ),
  deposits: get("api/recharge/lists", { ...filterFields.deposits, ...paging }, pageOf(Deposit), {
    summary: "Deposits, newest first",
  }),
  deposit: get("api/recharge/detail", { id: Id }, Deposit, { summary: "One deposit" }),
  withdrawalTerms: get("api/withdraw/terms", {}, Schema.Array(WithdrawalTerms), {
    summary: "Cost and time of each withdrawal method",
  }),
  withdrawalCreate: post(
    "api/withdraw/create",
    {
      ...{ ...sum, fee: optional(Amount), method: WithdrawalMethod, destinationId: Id },
      confirmation: optional(Id),
    },
    Withdrawal,
    { wireNames: { rateId: "rate_id", destinationId: "destination_id" }, summary: "Ask for a withdrawal" },
  ),
  withdrawalCancel: post("api/withdraw/cancel", { key: Key, id: Id }, Withdrawal, {
    summary: "Cancel a withdrawal that no person has taken for review",
  }),
  withdrawalComplain: post("api/withdraw/complain", { id: Id }, Withdrawal, {
    summary: "Complain about a withdrawal that was not decided when promised",
  }),
  withdrawals: get("api/withdraw/lists", { ...filterFields.withdrawals, ...paging }, pageOf(Withdrawal), {
    summary: "Withdrawals, newest first",
  }),
  withdrawal: get("api/withdraw/detail", { id: Id }, Withdrawal, { summary: "One withdrawal" }),
  ...destinationEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointId = keyof Endpoints
const isEndpointId = (id: string): id is EndpointId => id in endpoints
export const endpointIds: readonly EndpointId[] = Object.keys(endpoints).filter(isEndpointId)
export type RequestOf<E extends EndpointId> = Endpoints[E]["request"]["Type"]
export type AnswerOf<E extends EndpointId> = Endpoints[E]["answer"]["Type"]

/** Calls with an idempotency key, and the operation that the key belongs to. */
export const keyedOperations: Partial<Record<EndpointId, Operation>> = {
  orderCreate: "order",
  orderClose: "order-close",
  orderAmend: "order-amend",
  depositCreate: "deposit",
  paymentCreate: "deposit",
  withdrawalCreate: "withdrawal",
  withdrawalCancel: "withdrawal-cancel",
}

/** The only call that is not JSON: multipart, file field "file", token header. */
export const upload = {
  method: "POST",
  path: "api/upload/image",
  field: "file",
  answer: Schema.Struct({ id: Id, url: text, width: Schema.Int, height: Schema.Int }),
} as const

/**
 * The stream of quotes, of the member's events and of the site's state, opened with `?ticket=` from
 * `streamTicket`. `&after=` names the last event that the client knows.
 */
export const stream = {
  path: "api/market/stream",
  frame: QuoteFrame,
  member: MemberEvents,
  site: SiteState,
  /** The heartbeat and its reply: both ends detect a dead connection while no price changes. */
  heartbeat: { said: "ping", answered: "pong" },
} as const
