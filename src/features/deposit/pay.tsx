import { useEffect } from "react"
import { useIntl } from "react-intl"
import { isAllowedLink } from "../../domain/links.ts"
import { HOME_PATH } from "../../navigation/routes.ts"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { Outcome } from "../patterns/outcome.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { SubPage } from "../patterns/sub-page.tsx"

export interface PayViewProps {
  /** The external payment page; undefined if there is none or its host is not allowed. */
  readonly link: string | undefined
  readonly onHome: () => void
  readonly onBack: () => void
}

/** Shown after an external payment page. The result stays pending until the server reports it. */
export const PayView = ({ link, onHome, onBack }: PayViewProps) => {
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

export interface PayProps {
  readonly url?: string | undefined
}

export const Pay = ({ url }: PayProps) => {
  const { back } = usePageNavigation()
  const { switchTab } = useNavigation()
  const hosts = useConfig()?.linkHosts ?? []
  const isAllowed = url !== undefined && isAllowedLink(url, hosts)
  useEffect(() => {
    if (url !== undefined && !isAllowed) console.warn(`a link was refused: ${url}`)
  }, [url, isAllowed])
  return <PayView link={isAllowed ? url : undefined} onHome={() => void switchTab(HOME_PATH)} onBack={back} />
}
