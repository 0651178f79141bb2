/** The table of pages: for each route of `src/domain/routes.ts` the screen it shows. A screen's code comes when it is first opened. */
import { queries, type RouteName } from "../domain/routes.ts"
import { type Draw, type LoadScreen, page } from "./page.ts"

const placeholder = () => import("./placeholder.tsx").then(({ Placeholder }) => Placeholder)

const screens: Readonly<Record<RouteName, LoadScreen>> = {
  login: page(queries.login, placeholder),
  register: page(queries.register, placeholder),
  loading: page(queries.loading, placeholder),
  home: page(queries.home, placeholder),
  market: page(queries.market, placeholder),
  trade: page(queries.trade, placeholder),
  hold: page(queries.hold, placeholder),
  "hold-record": page(queries["hold-record"], placeholder),
  my: page(queries.my, placeholder),
  "bank-list": page(queries["bank-list"], placeholder),
  "bank-add": page(queries["bank-add"], placeholder),
  "usdt-list": page(queries["usdt-list"], placeholder),
  "usdt-add": page(queries["usdt-add"], placeholder),
  "usdt-add-ex": page(queries["usdt-add-ex"], placeholder),
  withdraw: page(queries.withdraw, placeholder),
  "withdraw-record": page(queries["withdraw-record"], placeholder),
  "withdraw-record-detail": page(queries["withdraw-record-detail"], placeholder),
  recharge: page(queries.recharge, placeholder),
  "recharge-record": page(queries["recharge-record"], placeholder),
  pay: page(queries.pay, placeholder),
  credit: page(queries.credit, placeholder),
  "reset-password": page(queries["reset-password"], placeholder),
  "income-record": page(queries["income-record"], placeholder),
  agreement: page(queries.agreement, placeholder),
  "agreement-detail": page(queries["agreement-detail"], placeholder),
  wallet: page(queries.wallet, placeholder),
  order: page(queries.order, placeholder),
  realname: page(queries.realname, placeholder),
  promote: page(queries.promote, placeholder),
  product: page(queries.product, placeholder),
  empty: page(queries.empty, placeholder),
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
