import type { IntlShape } from "react-intl"
import type { PaymentOffer } from "../../domain/payment.ts"

/** What members call a way to pay. */
export const wayName = (intl: IntlShape, way: PaymentOffer["way"]): string =>
  intl.formatMessage({ id: `pay.way.${way}` })
