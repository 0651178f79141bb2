import { useIntl } from "react-intl"
import type { InvitedMember, PromoteSummary } from "../../domain/entities.ts"
import { useCopy } from "../../runtime/hooks/use-copy.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyValue } from "../../ui/CopyValue.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphCheck } from "../../ui/glyphs-basic.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { type Loadable, Loaded, refreshAll } from "../patterns/loaded.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

export interface PromoteViewProps {
  readonly summary: Loadable<PromoteSummary>
  readonly invited: Paged<InvitedMember>
  readonly copied: string | undefined
  readonly onCopy: (text: string) => void
  readonly onBack: () => void
}

/** The member's invitation code and link, and the members invited. Inviting pays nothing. */
export const PromoteView = ({ summary, invited, copied, onCopy, onBack }: PromoteViewProps) => {
  const intl = useIntl()
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <SubPage
      width="form"
      title={text("promote.title")}
      onBack={onBack}
      refresh={refreshAll(summary, invited)}
    >
      <p>{text("promote.text")}</p>
      <Loaded query={summary} skeleton={<PromoteSkeleton />}>
        {(known) => (
          <>
            <Card>
              <CopyValue
                label={text("promote.code")}
                value={known.invitation_code}
                copied={copied === known.invitation_code}
                onCopy={onCopy}
              />
              <CopyValue
                label={text("promote.link")}
                value={known.link}
                copied={copied === known.link}
                onCopy={onCopy}
              />
            </Card>
            <Card>
              <Figures
                compact
                rows={[
                  { id: "invited", label: text("promote.invited"), value: known.invited },
                  { id: "successful", label: text("promote.successful"), value: known.successful },
                ]}
              />
            </Card>
          </>
        )}
      </Loaded>
      <ListGroup title={text("promote.members")} footnote={text("promote.members.note")}>
        <RecordList list={invited} emptyText={text("promote.empty")}>
          {(known) => (
            <List>
              {known.map((member) => (
                <Invited key={`${member.account} ${member.registered_at_ms}`} member={member} />
              ))}
            </List>
          )}
        </RecordList>
      </ListGroup>
    </SubPage>
  )
}

const Invited = ({ member }: { readonly member: InvitedMember }) => {
  const intl = useIntl()
  const format = useFormat()
  const id = member.success ? "promote.success" : "promote.not-yet"
  return (
    <ListRow
      title={member.account}
      subtitle={intl.formatMessage(
        { id: "promote.registered" },
        { date: format.date(member.registered_at_ms) },
      )}
      value={
        <Badge tone={member.success ? "up" : "neutral"} glyph={member.success ? glyphCheck : undefined}>
          {intl.formatMessage({ id })}
        </Badge>
      }
    />
  )
}

const PromoteSkeleton = () => (
  <>
    <Card>
      <Skeleton shape="block" count={2} />
    </Card>
    <Card>
      <Skeleton shape="noted" />
    </Card>
  </>
)

export const Promote = () => {
  const { back } = usePageNavigation()
  const { copy, copied } = useCopy()
  const summary = useQuery("promoteSummary", {})
  const invited = useList("promoteLists", {})
  return <PromoteView summary={summary} invited={invited} copied={copied} onCopy={copy} onBack={back} />
}
