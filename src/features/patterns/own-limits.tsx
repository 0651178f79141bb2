/** What other pages show of a member's own limits. Each asks the server by itself. */
import { type IntlShape, useIntl } from "react-intl"
import {
  AMOUNT_LIMITS,
  isAmountLimit,
  type LimitName,
  nearLimit,
  usedShare,
} from "../../domain/protection.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useProtection } from "../../runtime/hooks/use-protection.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useIsSharedLogin } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"

/** The name of a limit in its group. */
export const limitTitle = (intl: IntlShape, name: LimitName): string =>
  intl.formatMessage({
    id: isAmountLimit(name) ? `protection.period.${AMOUNT_LIMITS[name].period}` : `protection.name.${name}`,
  })

/** The name of a limit by itself. */
export const fullTitle = (intl: IntlShape, name: LimitName): string =>
  isAmountLimit(name)
    ? `${intl.formatMessage({ id: `protection.group.${AMOUNT_LIMITS[name].kind}` })}, ${limitTitle(intl, name)}`
    : limitTitle(intl, name)

const useOpenLimits = () => {
  const { open } = usePageNavigation()
  return () => open(urlOf("limits"))
}

/** Says in the ticket which limit of orders is nearly used up; or asks what `LimitReview` does. */
export const NearLimit = () => {
  const intl = useIntl()
  const format = useFormat()
  const openLimits = useOpenLimits()
  const { data } = useQuery("protection", {}, { refreshOn: ["member.changed"] })
  const near = data === undefined ? null : nearLimit(data.limits)
  if (near === null) return <LimitReview />
  const share = format.share(Math.floor(usedShare(near) * 100))
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" tone="secondary" opens={urlOf("limits")} onClick={openLimits}>
          {intl.formatMessage({ id: "protection.title" })}
        </Button>
      }
    >
      {intl.formatMessage({ id: "protection.near" }, { share, name: fullTitle(intl, near.name) })}
    </Notice>
  )
}

/** Asks whether the limits are still right, once they have stood for half a year. */
const LimitReview = () => <LimitQuestion isFirst={false} />

/** Asks once, before the first deposit, whether there is to be a limit; later what `LimitReview` asks. */
export const FirstLimit = () => <LimitQuestion isFirst />

const LimitQuestion = ({ isFirst }: { readonly isFirst: boolean }) => {
  const text = useText()
  const openLimits = useOpenLimits()
  const { data, onRenew } = useQuery("protection", {}, { refreshOn: ["member.changed"] })
  const controls = useProtection(data?.revision ?? 0, () => "", onRenew)
  const isShared = useIsSharedLogin()
  if (isShared || data === undefined) return null
  const { revision, reviewDue = false, limits } = data
  const old = reviewDue ? limits.find(({ value }) => value !== null) : undefined
  if (old === undefined && (!isFirst || revision > 0)) return null
  return (
    <Notice
      title={text(old ? "protection.review.title" : "protection.first.title")}
      action={
        <>
          <Button size="small" tone="secondary" opens={urlOf("limits")} onClick={openLimits}>
            {text(old ? "protection.title" : "protection.first.yes")}
          </Button>
          <Button
            size="small"
            tone="secondary"
            busy={controls.busy}
            onClick={() => {
              controls.edit(old?.name ?? "deposit_month")
              controls.submit(old?.value ?? null)
            }}
          >
            {text(old ? "protection.review.yes" : "protection.none")}
          </Button>
        </>
      }
    >
      {text(old ? "protection.review.text" : "protection.first.text")}
    </Notice>
  )
}
