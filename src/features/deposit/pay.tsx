import { useEffect } from "react"
import { useIntl } from "react-intl"
import { isAllowedLink } from "../../domain/links.ts"
import { isProvided } from "../../domain/payment.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { HOME_PATH, urlOf } from "../../navigation/routes.ts"
import { useNavigation, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { Outcome } from "../patterns/outcome.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { PayForm } from "./pay-form.tsx"
import { PaymentResult } from "./payment-result.tsx"

interface PayViewProps {
  /** The external payment page; undefined if there is none or its host is not allowed. */
  readonly link: string | undefined
  readonly onHome: () => void
  readonly onBack: () => void
}

/** Shown after an external payment page. The result stays pending until the server reports it. */
const PayView = ({ link, onHome, onBack }: PayViewProps) => {
  const intl = useIntl()
  const state = link === undefined ? "refused" : "pending"
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "pay.title" })} onBack={onBack}>
      <Outcome
        kind={link === undefined ? "not-sent" : "checking"}
        title={intl.formatMessage({ id: `pay.${state}` })}
        text={intl.formatMessage({ id: `pay.${state}.text` })}
        actions={
          <Button tone="secondary" onClick={onHome}>
            {intl.formatMessage({ id: "pay.home" })}
          </Button>
        }
      >
        {link === undefined ? null : (
          <p>
            <TextLink href={link} external>
              {intl.formatMessage({ id: "pay.open" })}
            </TextLink>
          </p>
        )}
      </Outcome>
    </SubPage>
  )
}

/** The page that another site's link opens with its address. The result stays pending here. */
const PayLink = ({ url }: { readonly url: string | undefined }) => {
  const { back } = usePageNavigation()
  const { switchTab } = useNavigation()
  const hosts = useConfig()?.linkHosts ?? []
  const isAllowed = url !== undefined && isAllowedLink(url, hosts)
  useEffect(() => {
    if (url !== undefined && !isAllowed) console.warn(`a link was refused: ${url}`)
  }, [url, isAllowed])
  return <PayView link={isAllowed ? url : undefined} onHome={() => void switchTab(HOME_PATH)} onBack={back} />
}

/** One payment, also for a member who returns from the provider's page. */
const PaymentPage = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const { back } = usePageNavigation()
  const { redirectTo } = useNavigation()
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "pay.title" })} onBack={back}>
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
