import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { usePageLink } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { TextLink } from "../../ui/TextLink.tsx"
import styles from "./loss-rate.module.css"

/** The article that says what each rule of protection does, and how losing accounts are counted. */
export const PROTECTION_URL = urlOf("agreement-detail", { id: "help-protection" })

/** How many accounts lost money here. It has its place before the configuration is known. */
export const LossRate = () => {
  const intl = useIntl()
  const link = usePageLink()
  const config = useConfig()
  const rate = config?.lossRate
  const known = rate
    ? intl.formatMessage(
        { id: "loss-rate.known" },
        { share: rate.losing / rate.accounts, accounts: rate.accounts },
      )
    : intl.formatMessage({ id: "loss-rate.few" })
  return (
    <p className={styles.line} data-pending={config === null || undefined}>
      {config === null ? null : known}{" "}
      <TextLink {...link(PROTECTION_URL)}>{intl.formatMessage({ id: "loss-rate.how" })}</TextLink>
    </p>
  )
}
