/** The table of pages: for each route of `src/domain/routes.ts` but the entry the screen it shows. A screen's code comes when it is first opened. */
import type { RouteName } from "../domain/queries.ts"
import { type LoadScreen, page, plain } from "./page.ts"

export const screens: Readonly<Record<Exclude<RouteName, "login">, LoadScreen>> = {
  register: page(
    (all) => all.register,
    () => import("./register.tsx").then(({ Register }) => Register),
  ),
  loading: plain(() => import("./loading.tsx").then(({ Loading }) => Loading)),
  home: plain(() => import("./home.tsx").then(({ Home }) => Home)),
  market: plain(() => import("./market.tsx").then((m) => m.Market)),
  trade: page(
    (all) => all.trade,
    () => import("./trade.tsx").then((m) => m.Trade),
  ),
  hold: plain(() => import("./hold.tsx").then((m) => m.Hold)),
  "hold-record": page(
    (all) => all["hold-record"],
    () => import("./hold-record.tsx").then((m) => m.HoldRecord),
  ),
  my: plain(() => import("./my.tsx").then(({ My }) => My)),
  "bank-list": page(
    (all) => all["bank-list"],
    () => import("./bank-list.tsx").then(({ BankList }) => BankList),
  ),
  "bank-add": plain(() => import("./bank-add.tsx").then(({ BankAdd }) => BankAdd)),
  "usdt-list": page(
    (all) => all["usdt-list"],
    () => import("./usdt-list.tsx").then(({ UsdtList }) => UsdtList),
  ),
  "usdt-add": plain(() => import("./usdt-add.tsx").then(({ UsdtAdd }) => UsdtAdd)),
  "usdt-add-ex": plain(() => import("./usdt-add-ex.tsx").then(({ UsdtAddEx }) => UsdtAddEx)),
  withdraw: plain(() => import("./withdraw.tsx").then(({ Withdraw }) => Withdraw)),
  "withdraw-record": plain(() =>
    import("./withdraw-record.tsx").then(({ WithdrawRecord }) => WithdrawRecord),
  ),
  "withdraw-record-detail": page(
    (all) => all["withdraw-record-detail"],
    () => import("./withdraw-record-detail.tsx").then(({ WithdrawRecordDetail }) => WithdrawRecordDetail),
  ),
  recharge: plain(() => import("./recharge.tsx").then(({ Recharge }) => Recharge)),
  "recharge-record": plain(() =>
    import("./recharge-record.tsx").then(({ RechargeRecord }) => RechargeRecord),
  ),
  pay: page(
    (all) => all.pay,
    () => import("./pay.tsx").then(({ Pay }) => Pay),
  ),
  credit: plain(() => import("./credit.tsx").then(({ Credit }) => Credit)),
  "reset-password": plain(() => import("./reset-password.tsx").then(({ ResetPassword }) => ResetPassword)),
  "income-record": page(
    (all) => all["income-record"],
    () => import("./income-record.tsx").then(({ IncomeRecord }) => IncomeRecord),
  ),
  agreement: page(
    (all) => all.agreement,
    () => import("./agreement.tsx").then(({ Agreement }) => Agreement),
  ),
  "agreement-detail": page(
    (all) => all["agreement-detail"],
    () => import("./agreement-detail.tsx").then(({ AgreementDetail }) => AgreementDetail),
  ),
  wallet: plain(() => import("./wallet.tsx").then(({ Wallet }) => Wallet)),
  order: page(
    (all) => all.order,
    () => import("./order.tsx").then((m) => m.Order),
  ),
  realname: plain(() => import("./realname.tsx").then(({ Realname }) => Realname)),
  promote: plain(() => import("./promote.tsx").then(({ Promote }) => Promote)),
  product: page(
    (all) => all.product,
    () => import("./product.tsx").then((m) => m.Product),
  ),
  empty: plain(() => import("./empty.tsx").then(({ Empty }) => Empty)),
}
