import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { Button } from "../../ui/Button.tsx"
import { glyphDeposit, glyphWithdraw } from "../../ui/glyphs.ts"

export interface MoneyActionsProps {
  readonly open: (url: string) => void
}

/** Deposit and Withdraw, side by side wherever a balance is shown. */
export const MoneyActions = ({ open }: MoneyActionsProps) => {
  const intl = useIntl()
  return (
    <>
      <Button glyph={glyphDeposit} onClick={() => open(urlOf("recharge"))}>
        {intl.formatMessage({ id: "money.deposit" })}
      </Button>
      <Button tone="secondary" glyph={glyphWithdraw} onClick={() => open(urlOf("withdraw"))}>
        {intl.formatMessage({ id: "money.withdraw" })}
      </Button>
    </>
  )
}
