/** Saves the evidence file of a contract. */
import { useState } from "react"
import { useIntl } from "react-intl"
import type { OrderDetail } from "../../domain/entities.ts"
import { buildName } from "../api/installed-builds.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { useFeedback } from "./use-feedback.ts"
import { useLocale, useTheme } from "./use-preferences.ts"
import { withPromises } from "./use-settlement-check.ts"
import { saveFile } from "./use-share.ts"

export const useEvidence = (contract: OrderDetail) => {
  const intl = useIntl()
  const { now } = useRuntime()
  const { marketTrust, caller } = useApiLayer()
  const { toast } = useFeedback()
  const { locale } = useLocale()
  const { theme } = useTheme()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const { evidenceFile } = await import("./contract-evidence.ts")
      const scene = { locale, theme, isMember: true }
      const known = await withPromises(contract, marketTrust, caller.userId())
      const file = await evidenceFile(known, marketTrust, { scene, build: buildName(), nowMs: now() })
      saveFile(`evidence-${contract.order.id}.json`, file)
    } catch {
      toast(intl.formatMessage({ id: "ui.error.text" }), { icon: "error" })
    }
    setIsBusy(false)
  }
  return { isBusy, save }
}
