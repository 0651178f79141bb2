import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"

/** What a chosen leverage still needs; nothing where the site asks no questions. */
export const KnowledgeNotice = ({ leverage }: { readonly leverage: string }) =>
  useConfig()?.market.knowledgeCheck === true && Number(leverage) > 1 ? <NeededNotice /> : null

const NeededNotice = () => {
  const intl = useIntl()
  const text = useText()
  const { open } = usePageNavigation()
  const nowMs = useServerNow()
  const check = useQuery("knowledge", {}, { refreshOn: ["member.changed"] }).data
  if (check === undefined) return null
  const { count, leverageAtMs } = check
  if (leverageAtMs !== null)
    return leverageAtMs <= nowMs ? null : (
      <Notice>{intl.formatMessage({ id: "error.order.knowledge-wait" }, { until: leverageAtMs })}</Notice>
    )
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" tone="secondary" onClick={() => open(urlOf("knowledge"))}>
          {text("knowledge.open")}
        </Button>
      }
    >
      {intl.formatMessage({ id: "knowledge.needed" }, { count })}
    </Notice>
  )
}
