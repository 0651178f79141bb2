import { usePageShown } from "../../runtime/hooks/page-context.tsx"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useWithdrawal } from "../../runtime/hooks/use-withdrawal.ts"
import { joinLoaded, mapLoaded } from "../patterns/loaded.tsx"
import { useGo } from "../patterns/use-go.ts"
import { BALANCE_FACTS } from "../wallet/balance-facts.ts"
import { destinationOptions } from "./withdraw-options.ts"
import { type WithdrawStage, WithdrawView } from "./withdraw-view.tsx"

const stages: Readonly<Record<ReturnType<typeof useWithdrawal>["phase"], WithdrawStage>> = {
  closed: "filling",
  filling: "filling",
  reviewing: "reviewing",
  sending: "sending",
  checking: "unknown",
  accepted: "accepted",
  notPlaced: "not-placed",
  notRecorded: "not-recorded",
}

/** Cards, addresses and terms as one list of places a withdrawal can go. */
const useOptions = () => {
  const cards = useQuery("bankCards", {})
  const addresses = useQuery("cryptoAddresses", {})
  const terms = useQuery("withdrawalTerms", {})
  const places = joinLoaded(cards, addresses, (banks, wallets) => ({ banks, wallets }))
  return joinLoaded(places, terms, ({ banks, wallets }, known) => destinationOptions(banks, wallets, known))
}

export const Withdraw = () => {
  const { open, back } = useGo()
  const wallet = useQuery("walletSummary", {}, { refreshOn: BALANCE_FACTS })
  usePageShown(wallet.onRetry)
  const available = mapLoaded(wallet, (known) => known.available)
  const options = useOptions()
  // figures of an earlier visit are for looking at
  const withdrawal = useWithdrawal(wallet.isRecalled ? undefined : available.data)
  // until the machine knows of the visit it takes no command, so nothing to choose is shown
  const isOpen = withdrawal.phase !== "closed"
  const { choose, change, leave, review, submit, again } = withdrawal
  return (
    <WithdrawView
      stage={stages[withdrawal.phase]}
      amount={withdrawal.amount.value}
      destinationId={withdrawal.destination?.id}
      available={isOpen ? available : { ...available, data: undefined }}
      options={isOpen ? options : { ...options, data: undefined }}
      problems={withdrawal.problems}
      refusal={withdrawal.refusal}
      focus={withdrawal.focus}
      preview={withdrawal.preview}
      intent={withdrawal.intent}
      failure={withdrawal.failure}
      withdrawalId={withdrawal.withdrawalId}
      commands={{
        choose: ({ destination }) => choose(destination),
        change,
        leave,
        review,
        back: withdrawal.back,
        submit,
        again,
      }}
      open={open}
      onBack={back}
    />
  )
}
