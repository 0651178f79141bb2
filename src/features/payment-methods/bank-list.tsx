import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useBankCardRemoval } from "../../runtime/hooks/use-removal.ts"
import { Button } from "../../ui/Button.tsx"
import { glyphBank, glyphPlus } from "../../ui/glyphs.ts"
import { useText } from "../../ui/use-text.ts"
import { mapLoaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { DestinationList } from "./destination-list.tsx"

/** The member's bank cards with their last four digits. */
export const BankList = () => {
  const intl = useIntl()
  const text = useText()
  const { open } = usePageNavigation()
  const { toast } = useFeedback()
  const cards = useQuery("bankCards", {})
  const removal = useBankCardRemoval(() => toast(text("bank.removed")))
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
