/** Hides money figures where the member prefers it; `useIsAmountHidden` says which. */
import { createContext, type ReactNode, useContext } from "react"

/** `balances`: only balances are hidden, not the figures of the form around them. */
type Hiding = "none" | "balances" | "all"

const HidingContext = createContext<Hiding>("none")

export const useIsAmountHidden = (of: "figure" | "balance" = "figure"): boolean => {
  const hiding = useContext(HidingContext)
  return hiding === "all" || (hiding === "balances" && of === "balance")
}

interface HiddenAmountsProps {
  readonly areHidden: boolean
  readonly children: ReactNode
}

export const HiddenAmounts = ({ areHidden, children }: HiddenAmountsProps) => (
  <HidingContext value={areHidden ? "all" : "none"}>{children}</HidingContext>
)

/** Hides balances alone: the figures of a form stay visible, because the member confirms them. */
export const FormAmounts = ({ children }: { readonly children: ReactNode }) => {
  const hiding = useContext(HidingContext)
  return <HidingContext value={hiding === "none" ? "none" : "balances"}>{children}</HidingContext>
}
