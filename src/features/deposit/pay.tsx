import { useEffect } from "react"
import { useIntl } from "react-intl"
import { isAllowedLink } from "../../domain/links.ts"
import { isProvided } from "../../domain/payment.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { HOME_PATH, urlOf } from "../../navigation/routes.ts"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { Outcome } from "../patterns/outcome.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { PayForm } from "./pay-form.tsx"
import { PaymentResult } from "./payment-result.tsx"

/**
 * The page that another site's link opens with its address. The result stays pending until the server reports
 * it.
 */
const PayLink = ({ url }: { readonly url: string | undefined }) => {
  const intl = useIntl()
  const { switchTab } = useNavigation()
  const hosts = useConfig()?.linkHosts ?? []
  const isAllowed = url !== undefined && isAllowedLink(url, hosts)
  useEffect(() => {
    if (url !== undefined && !isAllowed) console.warn(`a link was refused: ${url}`)
  }, [url, isAllowed])
  const state = isAllowed ? "pending" : "refused"
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "pay.title" })}>
      <Outcome
        kind={isAllowed ? "checking" : "not-sent"}
        title={intl.formatMessage({ id: `pay.${state}` })}
        text={intl.formatMessage({ id: `pay.${state}.text` })}
        actions={
          <Button tone="secondary" onClick={() => void switchTab(HOME_PATH)}>
            {intl.formatMessage({ id: "pay.home" })}
          </Button>
        }
      >
        {isAllowed ? (
          <p>
            <TextLink href={url} external>
              {intl.formatMessage({ id: "pay.open" })}
            </TextLink>
          </p>
        ) : null}
      </Outcome>
    </SubPage>
  )
}

/** One payment, also for a member who returns from the provider's page. */
const PaymentPage = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const { redirectTo } = useNavigation()
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "pay.title" })}>
      <PaymentResult id={id} onAgain={() => void redirectTo(urlOf("pay"))} />
    </SubPage>
  )
}

/**
 * The pay page: a payment by its id, an external page by its address, else the ways that the
 * operator offers. Without any it says that nothing was opened.
 */
export const Pay = ({ id, url }: QueryOf<"pay">) => {
  const offers = (useConfig()?.paymentWays ?? []).filter(isProvided)
  if (id !== undefined) return <PaymentPage id={id} />
  return url === undefined && offers.length > 0 ? <PayForm offers={offers} /> : <PayLink url={url} />
}
