import { useIntl } from "react-intl"
import type { BankCard } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { type Removal, useBankCardRemoval } from "../../runtime/hooks/use-removal.ts"
import { Button } from "../../ui/Button.tsx"
import { glyphBank, glyphPlus } from "../../ui/glyphs.ts"
import { useText } from "../../ui/use-text.ts"
import { type Loadable, mapLoaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { DestinationList } from "./destination-list.tsx"

export interface BankListViewProps {
  readonly cards: Loadable<readonly BankCard[]>
  readonly removal: Removal
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** The member's bank cards with their last four digits. */
export const BankListView = ({ cards, removal, open, onBack }: BankListViewProps) => {
  const intl = useIntl()
  const text = useText()
  const items = mapLoaded(cards, (known) =>
    known.map((card) => ({
      id: card.id,
      title: card.bankName,
      subtitle: `${card.cardNumber} · ${card.username}`,
      usableAtMs: card.usableAtMs,
    })),
  )
  return (
    <SubPage
      width="form"
      title={text("bank.title")}
      onBack={onBack}
      footer={
        <Button glyph={glyphPlus} wide onClick={() => open(urlOf("bank-add"))}>
          {text("bank.add")}
        </Button>
      }
    >
      <DestinationList
        items={items}
        glyph={glyphBank}
        label={text("bank.title")}
        emptyText={text("bank.empty")}
        removal={removal}
        removeTitle={text("bank.remove.question")}
        removeText={(item) => intl.formatMessage({ id: "bank.remove.text" }, { name: item.title })}
      />
    </SubPage>
  )
}

export const BankList = () => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const { toast } = useFeedback()
  const cards = useQuery("bankCards", {})
  const removal = useBankCardRemoval(() => toast(intl.formatMessage({ id: "bank.removed" })))
  return <BankListView cards={cards} removal={removal} open={open} onBack={back} />
}
