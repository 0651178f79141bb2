import { Effect } from "effect"
import type { EndpointId } from "../src/contract/endpoints.ts"
import type { Protection } from "../src/domain/protection.ts"
import type { Config } from "./config.ts"
import { listArticles, readArticle } from "./content/articles.ts"
import { listBanners, listPlacards } from "./content/home-content.ts"
import { type MarketLabel, readAppUrl, readCustomerService, readSystemConfig } from "./content/site.ts"
import type { Call, Handlers } from "./core/handler.ts"
import { answerOperationVoid, readOperationResult } from "./core/operations.ts"
import { listOperatorActs } from "./core/operator-acts.ts"
import { readRecordSum } from "./core/record-filter.ts"
import type { Vault } from "./core/vault.ts"
import type { Db } from "./db/db.ts"
import { addAlert, listAlerts, removeAlert } from "./market/alerts.ts"
import { readCounted, readExecutionFigures } from "./market/execution.ts"
import { answerOwnLiability } from "./market/liabilities.ts"
import { Market } from "./market/market.ts"
import type { Products } from "./market/products.ts"
import {
  listProducts,
  listTicks,
  readCandles,
  readCloses,
  readProduct,
  readQuotes,
} from "./market/read-market.ts"
import type { Statistics } from "./market/statistics.ts"
import { addFactor, readFactor, removeFactor, replaceCodes } from "./members/factor.ts"
import type { GuessLimits } from "./members/guess-limiter.ts"
import { listInvited, readPromote } from "./members/invitations.ts"
import { lockByPassword, lockOwnAccount, unlockByPassword } from "./members/lock.ts"
import { changePassword, issueStreamPass, login, logout, register } from "./members/login.ts"
import { endOtherSessions, endSession, listLogins, listSessions } from "./members/logins.ts"
import { readCredit, readUser } from "./members/member-record.ts"
import { listMemberEvents, listNotices, markNoticesRead, readNoticeSummary } from "./members/notices.ts"
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  logInByPasskey,
  removePasskey,
} from "./members/passkeys.ts"
import type { Passwords } from "./members/password.ts"
import { requestPasswordReset, resetPasswordByCode } from "./members/password-reset.ts"
import {
  changeLimit,
  confirmLimit,
  excludeOneself,
  readOwnProtection,
  takePause,
} from "./members/protection.ts"
import { readRealName, submitRealName } from "./members/real-name.ts"
import type { Sessions } from "./members/sessions.ts"
import { createConfirmation, proveConfirmation } from "./members/step-up.ts"
import { linkWeChat, logInByWeChat, readCodeUrl, signPage, type WeChatSignature } from "./members/wechat.ts"
import { listOperatorPowers } from "./operator/commands.ts"
import { amendOrder } from "./orders/amend-order.ts"
import { closeOrder } from "./orders/close-order.ts"
import { readContractChart } from "./orders/contract-chart.ts"
import { createOrder } from "./orders/create-order.ts"
import { readOrderResults } from "./orders/ended-orders.ts"
import { answerKnowledge, readKnowledge } from "./orders/knowledge.ts"
import type { OrderWriter } from "./orders/order-writer.ts"
import { listOrders, readOrder } from "./orders/read-orders.ts"
import { complain, complainAboutContract } from "./payments/complaints.ts"
import { createPayment } from "./payments/create-payment.ts"
import { createDeposit, listDepositNetworks, listDeposits, readDeposit } from "./payments/deposits.ts"
import {
  addBankCard,
  addCryptoAddress,
  listBankCards,
  listCryptoAddresses,
  removeBankCard,
  removeCryptoAddress,
} from "./payments/payment-methods.ts"
import { readStatement } from "./payments/statement.ts"
import { listIncome, readWallet } from "./payments/wallet.ts"
import { cancelWithdrawal } from "./payments/withdrawal-stages.ts"
import {
  createWithdrawal,
  listWithdrawals,
  listWithdrawalTerms,
  readWithdrawal,
} from "./payments/withdrawals.ts"
import type { PushKey } from "./push/push-key.ts"
import { readPushKey, subscribePush, unsubscribePush } from "./push/subscriptions.ts"

/** Services that the handlers require. */
export type EndpointServices =
  | Config
  | Db
  | GuessLimits
  | Market
  | MarketLabel
  | Passwords
  | OrderWriter
  | Products
  | PushKey
  | Sessions
  | Statistics
  | Vault
  | WeChatSignature

/** Signs the promise in what a handler answers of a member's own limits. */
const promised =
  <Request, E, R>(
    handle: (request: Request, call: Call) => Effect.Effect<Protection, E, R>,
  ): ((request: Request, call: Call) => Effect.Effect<Protection, E, R | Market>) =>
  (request, call) =>
    Effect.gen(function* () {
      const { key } = yield* Market
      const { promise, ...protection } = yield* handle(request, call)
      return promise === undefined ? protection : { ...protection, promise: key.signText(promise) }
    })

/** The handler of every endpoint of the contract. A missing handler does not compile. */
export const endpointHandlers: Handlers<EndpointId, EndpointServices> = {
  // members
  login,
  register,
  passwordForgotten: requestPasswordReset,
  passwordReset: resetPasswordByCode,
  logout,
  codeUrl: readCodeUrl,
  jsConfig: signPage,
  oaLogin: logInByWeChat,
  wechatLink: linkWeChat,
  userInfo: readUser,
  changePassword,
  streamTicket: issueStreamPass,
  creditDetail: readCredit,
  realNameDetail: readRealName,
  realNameSubmit: submitRealName,
  promoteSummary: readPromote,
  promoteLists: listInvited,
  memberEvents: listMemberEvents,
  operatorActs: listOperatorActs,
  logins: listLogins,
  sessions: listSessions,
  sessionEnd: endSession,
  loginsEnd: endOtherSessions,
  factor: readFactor,
  factorAdd: addFactor,
  factorRemove: removeFactor,
  codesReplace: replaceCodes,
  confirmationCreate: createConfirmation,
  confirmationProve: proveConfirmation,
  passkeys: listPasskeys,
  passkeyBegin: beginPasskey,
  passkeyAdd: addPasskey,
  passkeyRemove: removePasskey,
  passkeyChallenge: beginPasskeyLogin,
  passkeyLogin: logInByPasskey,
  lock: lockOwnAccount,
  lockByPassword,
  unlockByPassword,
  protection: promised(readOwnProtection),
  limitChange: promised(changeLimit),
  limitConfirm: promised(confirmLimit),
  pause: promised(takePause),
  exclude: promised(excludeOneself),
  notices: listNotices,
  noticeSummary: readNoticeSummary,
  noticesRead: markNoticesRead,
  pushKey: readPushKey,
  pushSubscribe: subscribePush,
  pushUnsubscribe: unsubscribePush,
  // market
  quotes: readQuotes,
  candles: readCandles,
  closes: readCloses,
  ticks: listTicks,
  products: listProducts,
  product: readProduct,
  alerts: listAlerts,
  alertAdd: addAlert,
  alertRemove: removeAlert,
  // orders
  orderCreate: createOrder,
  orderClose: closeOrder,
  orderAmend: amendOrder,
  orderComplain: complainAboutContract,
  orderChart: readContractChart,
  orders: listOrders,
  orderResults: readOrderResults,
  recordSum: readRecordSum,
  liability: answerOwnLiability,
  order: readOrder,
  knowledge: readKnowledge,
  knowledgeAnswer: answerKnowledge,
  // payments
  walletSummary: readWallet,
  income: listIncome,
  statement: readStatement,
  depositNetworks: listDepositNetworks,
  depositCreate: createDeposit,
  paymentCreate: createPayment,
  deposits: listDeposits,
  deposit: readDeposit,
  withdrawalTerms: listWithdrawalTerms,
  withdrawalCreate: createWithdrawal,
  withdrawalCancel: cancelWithdrawal,
  withdrawalComplain: complain,
  withdrawals: listWithdrawals,
  withdrawal: readWithdrawal,
  bankCards: listBankCards,
  bankCardAdd: addBankCard,
  bankCardRemove: removeBankCard,
  cryptoAddresses: listCryptoAddresses,
  cryptoAddressAdd: addCryptoAddress,
  cryptoAddressRemove: removeCryptoAddress,
  operationVoid: answerOperationVoid,
  operationResult: readOperationResult,
  // content
  systemConfig: readSystemConfig,
  systemAppUrl: readAppUrl,
  operatorPowers: listOperatorPowers,
  execution: readExecutionFigures,
  executionPlaces: readCounted,
  customerService: readCustomerService,
  placards: listPlacards,
  banners: listBanners,
  articles: listArticles,
  article: readArticle,
}
