import { useIntl } from "react-intl"
import type { SystemConfig } from "../../domain/entities.ts"
import type { InvitedMember, PromoteSummary } from "../../domain/invitation.ts"
import { shareUrl } from "../../domain/links.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useCopy, useShare } from "../../runtime/hooks/use-share.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { CopyValue } from "../../ui/CopyValue.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphPeople, glyphShare } from "../../ui/glyphs.ts"
import { glyphCheck, glyphExternal } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { QrCode } from "../../ui/QrCode.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { LongList } from "../../ui/VirtualList.tsx"
import { Loaded, refreshAll } from "../patterns/loaded.tsx"
import { RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./promote.module.css"

/** Another site or app that takes the invitation link. */
export interface ShareTarget {
  readonly name: string
  readonly url: string
}

const keyOfInvited = ({ account, registeredAtMs }: InvitedMember): string => `${account} ${registeredAtMs}`

interface InvitationProps {
  readonly known: PromoteSummary
  /** Opens the share dialog of the device; null where it has none. */
  readonly onShare: ((link: string) => void) | null
}

const Invitation = ({ known, onShare }: InvitationProps) => {
  const text = useText()
  const { copy, copied } = useCopy()
  return (
    <Card>
      <div className={styles.qr}>
        <QrCode value={known.link} label={text("promote.qr")} />
        <p>{text("promote.qr.note")}</p>
      </div>
      <CopyValue
        label={text("promote.link")}
        value={known.link}
        copied={copied === known.link}
        onCopy={copy}
      />
      <CopyValue
        label={text("promote.code")}
        value={known.invitationCode}
        copied={copied === known.invitationCode}
        onCopy={copy}
      />
      {onShare === null ? null : (
        <Button wide glyph={glyphShare} onClick={() => onShare(known.link)}>
          {text("promote.share")}
        </Button>
      )}
    </Card>
  )
}

const ShareTargets = ({ targets }: { readonly targets: readonly ShareTarget[] }) => {
  const intl = useIntl()
  if (targets.length === 0) return null
  return (
    <ListGroup title={intl.formatMessage({ id: "promote.share" })}>
      <List>
        {targets.map(({ name, url }) => (
          <ListRow key={name} glyph={glyphExternal} title={name} href={url} external />
        ))}
      </List>
    </ListGroup>
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
        { date: format.date(member.registeredAtMs) },
      )}
      value={
        <Badge tone={member.success ? "success" : "neutral"} glyph={member.success ? glyphCheck : undefined}>
          {intl.formatMessage({ id })}
        </Badge>
      }
    />
  )
}

const PromoteSkeleton = () => (
  <>
    <Card>
      <div className={styles.qr}>
        <div className={styles.codeSpace} />
      </div>
      <Skeleton shape="block" count={2} />
    </Card>
    <Card>
      <Skeleton shape="noted" />
    </Card>
  </>
)

/** The configured targets with the link in their URLs, without those that may not be opened. */
const targetsOf = (
  { shareList, linkHosts }: Pick<SystemConfig, "shareList" | "linkHosts">,
  link: string,
): readonly ShareTarget[] =>
  shareList.flatMap(({ name, url }) => {
    const filled = shareUrl(url, link, linkHosts)
    return filled === null ? [] : [{ name, url: filled }]
  })

/**
 * The member's invitation link as QR code and text, ways to share it, and the members invited.
 * Inviting pays nothing.
 */
export const Promote = () => {
  const text = useText()
  const { copy } = useCopy()
  const share = useShare()
  const summary = useQuery("promoteSummary", {})
  const config = useConfig()
  const invited = useList("promoteLists", {})
  const onShare = async (url: string) => {
    const outcome = await share?.({ text: text("promote.share.text"), url })
    if (outcome === "failed") copy(url)
  }
  const isWide = useWideLayout()
  const members = (
    <ListGroup title={text("promote.members")} footnote={text("promote.members.note")}>
      <RecordList list={invited} emptyGlyph={glyphPeople} emptyText={text("promote.empty")}>
        {(known) => (
          <LongList
            items={known}
            keyOf={keyOfInvited}
            label={text("promote.members")}
            renderRow={(member) => <Invited key={keyOfInvited(member)} member={member} />}
          />
        )}
      </RecordList>
    </ListGroup>
  )
  return (
    <SubPage
      aside={isWide ? members : undefined}
      width="form"
      title={text("promote.title")}
      refresh={refreshAll(summary, invited)}
    >
      <p>{text("promote.text")}</p>
      <Loaded query={summary} skeleton={<PromoteSkeleton />}>
        {(known) => (
          <>
            <Invitation known={known} onShare={share && onShare} />
            <ShareTargets targets={config ? targetsOf(config, known.link) : []} />
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
      {isWide ? null : members}
    </SubPage>
  )
}
