import { Effect } from "effect"
import type { DepositPayment } from "../../src/domain/cash.ts"
import { CURRENCY, type Locale } from "../../src/domain/limits.ts"
import { isAllowedPayLink } from "../../src/domain/links.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { PROVIDERS, type ProvidedWay } from "../../src/domain/payment.ts"
import { Config } from "../config.ts"
import { publicAddress } from "../core/public-address.ts"
import { signedLink } from "./payment-signature.ts"

/** A deposit that goes through a provider. */
export interface Payment {
  readonly id: string
  readonly way: ProvidedWay
  readonly amount: Kobo
  readonly expiresAtMs: number
}

/** The path at which a provider reports results. */
export const webhookPath = (way: ProvidedWay): string => `/api/pay/webhook/${PROVIDERS[way]}`

/**
 * The link to the provider's page, made again at each reading from what is stored. Null for a way
 * without a provider. The link also says where to report the result, and where to lead the member
 * back to.
 */
const linkTo = Effect.fnUntraced(function* ({ id, way, amount, expiresAtMs }: Payment, locale: Locale) {
  const { payment, linkHosts } = yield* Config
  const provider = payment.providers.get(way)
  if (provider === undefined) return null
  const address = yield* publicAddress()
  const link = signedLink(provider.secret, provider.page, {
    payment: id,
    amount: amountOf(amount),
    currency: CURRENCY,
    expires: String(expiresAtMs),
    notify: `${address}${webhookPath(way)}`,
    return: `${address}/pages/pay/index?id=${id}`,
    lang: locale,
  })
  if (isAllowedPayLink(link, linkHosts)) return link
  yield* Effect.logWarning("A pay link that is not allow-listed was refused.", { page: provider.page })
  return null
})

/** What the member needs to pay. `isOpen`: no result yet and the link has not expired. */
export const paymentField = Effect.fnUntraced(function* (payment: Payment, isOpen: boolean, locale: Locale) {
  const { way, expiresAtMs } = payment
  return { way, link: isOpen ? yield* linkTo(payment, locale) : null, expiresAtMs } satisfies DepositPayment
})
