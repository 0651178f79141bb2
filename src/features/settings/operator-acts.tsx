import { useIntl } from "react-intl"
import type { OperatorAct } from "../../domain/operator-act.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useFormat } from "../../ui/format.ts"
import { glyphShield } from "../../ui/glyphs.ts"
import { ListRow } from "../../ui/List.tsx"
import { isMessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useText } from "../../ui/use-text.ts"
import { DayList, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

const idOf = ({ id }: OperatorAct): string => id
const atMsOf = ({ atMs }: OperatorAct): number => atMs

/** What operators did about the member and looked at: what, when, why and how many persons. */
export const OperatorActs = () => {
  const { open } = usePageNavigation()
  const acts = useList("operatorActs", {}, { refreshOn: ["member.changed"] })
  const text = useText()
  const powers = urlOf("operator-powers")
  return (
    <SubPage title={text("acts.title")} refresh={acts}>
      <Notice
        action={
          <TextLink href={powers} onPress={() => open(powers)}>
            {text("powers.title")}
          </TextLink>
        }
      >
        {text("acts.note")}
      </Notice>
      <RecordList list={acts} emptyGlyph={glyphShield} emptyText={text("acts.empty")}>
        {(known) => (
          <DayList
            items={known}
            keyOf={idOf}
            atMsOf={atMsOf}
            label={text("acts.title")}
            renderRow={(act) => <ActRow key={act.id} act={act} />}
          />
        )}
      </RecordList>
    </SubPage>
  )
}

const ActRow = ({ act }: { readonly act: OperatorAct }) => {
  const intl = useIntl()
  const format = useFormat()
  const title = `acts.${act.command.replace(" ", ".")}`
  return (
    <ListRow
      // the command of a newer release has no text here
      title={isMessageId(intl, title) ? intl.formatMessage({ id: title }) : act.command}
      subtitle={
        <>
          {act.why}
          <br />
          {format.time(act.atMs)} · {intl.formatMessage({ id: "acts.persons" }, { count: act.persons })}
        </>
      }
    />
  )
}
