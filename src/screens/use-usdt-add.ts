import { useIntl } from "react-intl"
import { useFeedback } from "../actors/context/feedback.ts"
import { useForm } from "../actors/context/forms.ts"
import { useQuery, useRefresh } from "../actors/context/query.ts"
import { useGo } from "./use-go.ts"

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
