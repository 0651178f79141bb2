import { readAmount } from "../../domain/amount-input.ts"
import { useCopy } from "../../runtime/hooks/use-copy.ts"
import { useDeposit } from "../../runtime/hooks/use-deposit.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useSeparators } from "../../runtime/hooks/use-separators.ts"
import { useGo } from "../patterns/use-go.ts"
import { type RechargeStage, RechargeView } from "./recharge-view.tsx"

const stages: Readonly<Record<ReturnType<typeof useDeposit>["phase"], RechargeStage>> = {
  closed: "choosing",
  choosing: "choosing",
  paying: "paying",
  amounting: "amounting",
  proving: "proving",
  refused: "refused",
  sending: "sending",
  checking: "unknown",
  accepted: "accepted",
  notPlaced: "not-placed",
  notRecorded: "not-recorded",
}

const UNBOUNDED = { minimum: null, maximum: null, available: null }

export const Recharge = () => {
  const { open, back } = useGo()
  const { copy, copied } = useCopy()
  const networks = useQuery("depositNetworks", {}, { refreshOn: ["deposit.refused"] })
  const deposit = useDeposit()
  const { amount, network, proof, choose, change, leave, next, submit, again } = deposit
  const read = readAmount(amount.value, useSeparators(), UNBOUNDED)
  const isOpen = deposit.phase !== "closed"
  return (
    <RechargeView
      stage={stages[deposit.phase]}
      networks={isOpen ? networks : { ...networks, data: undefined }}
      network={network}
      amount={amount.value}
      amountRead={read.ok ? read.value : undefined}
      proof={{ ...proof.pick, onRetry: proof.canRetry ? proof.onRetry : undefined }}
      problems={deposit.problems}
      refusal={deposit.refusal}
      focus={deposit.focus}
      intent={deposit.intent}
      failure={deposit.failure}
      copied={copied === network?.address}
      onCopy={copy}
      commands={{ choose, change, leave, next, back: deposit.back, submit, again }}
      open={open}
      onBack={back}
    />
  )
}
