/** The table of pages: for each route of `src/domain/routes.ts` the screen it shows. A screen's code comes when it is first opened. */
import { queries, type RouteName } from "../domain/routes.ts"
import { type Draw, type LoadScreen, page } from "./page.ts"

const screens: Readonly<Record<RouteName, LoadScreen>> = {
  login: page(queries.login, () => import("./login.tsx").then(({ Login }) => Login)),
  register: page(queries.register, () => import("./register.tsx").then(({ Register }) => Register)),
  loading: page(queries.loading, () => import("./loading.tsx").then(({ Loading }) => Loading)),
  home: page(queries.home, () => import("./home.tsx").then(({ Home }) => Home)),
  market: page(queries.market, () => import("./market.tsx").then((m) => m.Market)),
  trade: page(queries.trade, () => import("./trade.tsx").then((m) => m.Trade)),
  hold: page(queries.hold, () => import("./hold.tsx").then((m) => m.Hold)),
  "hold-record": page(queries["hold-record"], () => import("./hold-record.tsx").then((m) => m.HoldRecord)),
  my: page(queries.my, () => import("./my.tsx").then(({ My }) => My)),
  "bank-list": page(queries["bank-list"], () => import("./bank-list.tsx").then(({ BankList }) => BankList)),
  "bank-add": page(queries["bank-add"], () => import("./bank-add.tsx").then(({ BankAdd }) => BankAdd)),
  "usdt-list": page(queries["usdt-list"], () => import("./usdt-list.tsx").then(({ UsdtList }) => UsdtList)),
  "usdt-add": page(queries["usdt-add"], () => import("./usdt-add.tsx").then(({ UsdtAdd }) => UsdtAdd)),
  "usdt-add-ex": page(queries["usdt-add-ex"], () =>
    import("./usdt-add-ex.tsx").then(({ UsdtAddEx }) => UsdtAddEx),
  ),
  withdraw: page(queries.withdraw, () => import("./withdraw.tsx").then(({ Withdraw }) => Withdraw)),
  "withdraw-record": page(queries["withdraw-record"], () =>
    import("./withdraw-record.tsx").then(({ WithdrawRecord }) => WithdrawRecord),
  ),
  "withdraw-record-detail": page(queries["withdraw-record-detail"], () =>
    import("./withdraw-record-detail.tsx").then(({ WithdrawRecordDetail }) => WithdrawRecordDetail),
  ),
  recharge: page(queries.recharge, () => import("./recharge.tsx").then(({ Recharge }) => Recharge)),
  "recharge-record": page(queries["recharge-record"], () =>
    import("./recharge-record.tsx").then(({ RechargeRecord }) => RechargeRecord),
  ),
  pay: page(queries.pay, () => import("./pay.tsx").then(({ Pay }) => Pay)),
  credit: page(queries.credit, () => import("./credit.tsx").then(({ Credit }) => Credit)),
  "reset-password": page(queries["reset-password"], () =>
    import("./reset-password.tsx").then(({ ResetPassword }) => ResetPassword),
  ),
  "income-record": page(queries["income-record"], () =>
    import("./income-record.tsx").then(({ IncomeRecord }) => IncomeRecord),
  ),
  agreement: page(queries.agreement, () => import("./agreement.tsx").then(({ Agreement }) => Agreement)),
  "agreement-detail": page(queries["agreement-detail"], () =>
    import("./agreement-detail.tsx").then(({ AgreementDetail }) => AgreementDetail),
  ),
  wallet: page(queries.wallet, () => import("./wallet.tsx").then(({ Wallet }) => Wallet)),
  order: page(queries.order, () => import("./order.tsx").then((m) => m.Order)),
  realname: page(queries.realname, () => import("./realname.tsx").then(({ Realname }) => Realname)),
  promote: page(queries.promote, () => import("./promote.tsx").then(({ Promote }) => Promote)),
  product: page(queries.product, () => import("./product.tsx").then((m) => m.Product)),
  empty: page(queries.empty, () => import("./empty.tsx").then(({ Empty }) => Empty)),
}

const drawn = new Map<string, Draw>()
const isRoute = (name: string): name is RouteName => Object.hasOwn(screens, name)

/** Brings the code of a page; what has come is kept. Rejects when it cannot be had. */
export const loadPage = async (name: string): Promise<void> => {
  if (!isRoute(name)) throw new Error(`no screen is called ${name}`)
  if (!drawn.has(name)) drawn.set(name, await screens[name]())
}

/** How to draw a page whose code has come. */
export const drawOf = (name: string): Draw | undefined => drawn.get(name)
