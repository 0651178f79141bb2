/**
 * The page of each route in src/navigation/routes.ts except login and the tabs. Its code loads when it is
 * first opened, with that of the other pages of its chunk.
 */
import type { RouteName } from "../navigation/route-queries.ts"
import { type LoadPage, page, plain } from "./page-definition.ts"
import type { tabTable } from "./tab-table.ts"

export const pageTable: Readonly<Record<Exclude<RouteName, "login" | keyof typeof tabTable>, LoadPage>> = {
  register: page(
    (all) => all.register,
    () => import(/* chunk: register */ "../features/auth/register.tsx").then(({ Register }) => Register),
  ),
  forgotten: plain(() =>
    import(/* chunk: register */ "../features/auth/forgotten.tsx").then(({ Forgotten }) => Forgotten),
  ),
  "reset-by-code": plain(() =>
    import(/* chunk: register */ "../features/auth/forgotten.tsx").then((m) => m.ResetByCode),
  ),
  lock: plain(() => import(/* chunk: register */ "../features/auth/lock.tsx").then(({ Lock }) => Lock)),
  loading: plain(() => import("../features/site/loading.tsx").then(({ Loading }) => Loading)),
  "hold-record": page(
    (all) => all["hold-record"],
    () => import(/* chunk: contracts */ "../features/holdings/hold-record.tsx").then((m) => m.HoldRecord),
  ),
  "hold-results": page(
    (all) => all["hold-results"],
    () => import(/* chunk: contracts */ "../features/holdings/hold-results.tsx").then((m) => m.HoldResults),
  ),
  "bank-list": page(
    (all) => all["bank-list"],
    () =>
      import(/* chunk: money */ "../features/payment-methods/bank-list.tsx").then(({ BankList }) => BankList),
  ),
  "bank-add": plain(() =>
    import(/* chunk: account */ "../features/payment-methods/bank-add.tsx").then(({ BankAdd }) => BankAdd),
  ),
  "usdt-list": page(
    (all) => all["usdt-list"],
    () =>
      import(/* chunk: money */ "../features/payment-methods/usdt-list.tsx").then(({ UsdtList }) => UsdtList),
  ),
  "usdt-add": plain(() => import("../features/payment-methods/usdt-add.tsx").then(({ UsdtAdd }) => UsdtAdd)),
  "usdt-add-ex": plain(() =>
    import("../features/payment-methods/usdt-add.tsx").then(({ UsdtAddEx }) => UsdtAddEx),
  ),
  withdraw: plain(() =>
    import(/* chunk: money */ "../features/withdraw/withdraw.tsx").then(({ Withdraw }) => Withdraw),
  ),
  "withdraw-record": page(
    (all) => all["withdraw-record"],
    () =>
      import(/* chunk: money */ "../features/withdraw/withdraw-record.tsx").then(
        ({ WithdrawRecord }) => WithdrawRecord,
      ),
  ),
  "withdraw-record-detail": page(
    (all) => all["withdraw-record-detail"],
    () =>
      import(/* chunk: money */ "../features/withdraw/withdraw-record.tsx").then(
        ({ WithdrawRecordDetail }) => WithdrawRecordDetail,
      ),
  ),
  recharge: plain(() =>
    import(/* chunk: deposit */ "../features/deposit/recharge.tsx").then(({ Recharge }) => Recharge),
  ),
  "recharge-record": page(
    (all) => all["recharge-record"],
    () =>
      import(/* chunk: money */ "../features/deposit/recharge-record.tsx").then(
        ({ RechargeRecord }) => RechargeRecord,
      ),
  ),
  pay: page(
    (all) => all.pay,
    () => import(/* chunk: deposit */ "../features/deposit/pay.tsx").then(({ Pay }) => Pay),
  ),
  credit: plain(() =>
    import(/* chunk: account */ "../features/account/credit.tsx").then(({ Credit }) => Credit),
  ),
  "reset-password": plain(() =>
    import(/* chunk: account */ "../features/settings/reset-password.tsx").then(
      ({ ResetPassword }) => ResetPassword,
    ),
  ),
  factor: plain(() => import("../features/settings/factor.tsx").then(({ FactorPage }) => FactorPage)),
  knowledge: plain(() => import("../features/knowledge/knowledge.tsx").then(({ Knowledge }) => Knowledge)),
  limits: plain(() => import("../features/settings/limits.tsx").then(({ Limits }) => Limits)),
  passkey: page(
    (all) => all.passkey,
    () => import("../features/settings/factor.tsx").then(({ PasskeyPage }) => PasskeyPage),
  ),
  "recovery-codes": plain(() => import("../features/settings/factor.tsx").then((m) => m.RecoveryCodesPage)),
  logins: plain(() => import("../features/settings/logins.tsx").then(({ Logins }) => Logins)),
  "operator-acts": plain(() =>
    import("../features/settings/operator-acts.tsx").then(({ OperatorActs }) => OperatorActs),
  ),
  "operator-powers": plain(() =>
    import(/* chunk: articles */ "../features/site/operator-powers.tsx").then((m) => m.OperatorPowers),
  ),
  execution: page(
    (all) => all.execution,
    () => import(/* chunk: execution */ "../features/site/execution.tsx").then((m) => m.Execution),
  ),
  "income-record": page(
    (all) => all["income-record"],
    () =>
      import(/* chunk: money */ "../features/wallet/income-record.tsx").then(
        ({ IncomeRecord }) => IncomeRecord,
      ),
  ),
  agreement: page(
    (all) => all.agreement,
    () =>
      import(/* chunk: articles */ "../features/articles/agreement.tsx").then(({ Agreement }) => Agreement),
  ),
  "agreement-detail": page(
    (all) => all["agreement-detail"],
    () =>
      import(/* chunk: articles */ "../features/articles/agreement.tsx").then(
        ({ AgreementDetail }) => AgreementDetail,
      ),
  ),
  wallet: plain(() =>
    import(/* chunk: money */ "../features/wallet/wallet.tsx").then(({ Wallet }) => Wallet),
  ),
  statement: page(
    (all) => all.statement,
    () => import("../features/wallet/statement.tsx").then(({ StatementPage }) => StatementPage),
  ),
  order: page(
    (all) => all.order,
    () => import(/* chunk: contracts */ "../features/trade/order.tsx").then((m) => m.Order),
  ),
  realname: plain(() => import("../features/identity/realname.tsx").then(({ Realname }) => Realname)),
  promote: plain(() => import("../features/invite/promote.tsx").then(({ Promote }) => Promote)),
  product: page(
    (all) => all.product,
    () => import(/* chunk: market */ "../features/market/product.tsx").then((m) => m.ProductPage),
  ),
  notices: plain(() =>
    import(/* chunk: money */ "../features/notices/notices.tsx").then(({ Notices }) => Notices),
  ),
  alerts: plain(() =>
    import(/* chunk: money */ "../features/alerts/alerts.tsx").then(({ Alerts }) => Alerts),
  ),
  "alert-add": page(
    (all) => all["alert-add"],
    () => import("../features/alerts/alert-add.tsx").then(({ AlertAdd }) => AlertAdd),
  ),
  empty: plain(() => import("../features/site/empty.tsx").then(({ Empty }) => Empty)),
}
