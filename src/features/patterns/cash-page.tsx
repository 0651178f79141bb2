import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { TextLink } from "../../ui/TextLink.tsx"
import { SubPage } from "./sub-page.tsx"

export interface CashPageProps {
  readonly title: MessageId
  /** The page that lists the member's records of this kind. */
  readonly records: "recharge-record" | "withdraw-record"
  readonly footer: ReactNode
  readonly aside?: ReactNode | undefined
  readonly children: ReactNode
}

const recordsTitles = { "recharge-record": "deposit.records", "withdraw-record": "withdraw.records" } as const

/** A page on which money is paid in or out, with a link to the records. */
export const CashPage = ({ title, records, footer, aside, children }: CashPageProps) => {
  const intl = useIntl()
  const { open } = usePageNavigation()
  const url = urlOf(records)
  return (
    <SubPage
      money
      width="form"
      title={intl.formatMessage({ id: title })}
      actions={
        <TextLink href={url} onPress={() => open(url)}>
          {intl.formatMessage({ id: recordsTitles[records] })}
        </TextLink>
      }
      footer={footer}
      aside={aside}
    >
      {children}
    </SubPage>
  )
}
