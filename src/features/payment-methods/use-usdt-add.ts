import { useIntl } from "react-intl"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { useQuery, useRefresh } from "../../runtime/hooks/use-query.ts"
import { useGo } from "../patterns/use-go.ts"

/** The form that adds a crypto address, the networks there are, and the way back when it is done. */
export const useUsdtAdd = () => {
  const intl = useIntl()
  const { back } = useGo()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const terms = useQuery("withdrawalTerms", {})
  const form = useForm("cryptoAdd", {
    onDone: () => {
      refresh("cryptoAddresses")
      toast(intl.formatMessage({ id: "usdt.added" }))
      back()
    },
  })
  return { form, terms, onBack: back }
}
