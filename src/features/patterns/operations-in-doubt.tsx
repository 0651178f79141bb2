import { useState } from "react"
import { useIntl } from "react-intl"
import type { OperationInDoubt } from "../../../machines/operation.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useOperationsInDoubt } from "../../runtime/hooks/use-operations-in-doubt.ts"
import { useStorageProblem } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphClock } from "../../ui/glyphs.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Sheet } from "../../ui/Sheet.tsx"

const OperationRow = ({ doubt }: { readonly doubt: OperationInDoubt }) => {
  const { operation, subject, amount, beganAtMs, isSuspended } = doubt
  const intl = useIntl()
  const format = useFormat()
  const kind = intl.formatMessage({ id: `operations.kind.${operation}` })
  const time = format.dateTime(beganAtMs)
  return (
    <ListRow
      glyph={glyphClock}
      title={subject === null ? kind : `${kind} · ${subject}`}
      subtitle={intl.formatMessage(
        { id: isSuspended ? "operations.waiting" : "operations.asking" },
        { time },
      )}
      value={amount === null ? undefined : <Amount value={amount} />}
    />
  )
}

/** How many operations are being checked, and at a tap which; and why none can be stored. */
export const OperationsInDoubt = () => {
  const intl = useIntl()
  const operations = useOperationsInDoubt()
  const storageProblem = useStorageProblem()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useOverlay(isOpen, close)
  const title = intl.formatMessage({ id: "operations.title" })
  return (
    <>
      {storageProblem === undefined ? null : (
        <Notice tone="warning" announced title={intl.formatMessage({ id: "operations.storage" })}>
          {storageProblem}
        </Notice>
      )}
      {operations.length === 0 ? null : (
        <Notice
          glyph={glyphClock}
          announced
          action={
            <Button size="small" tone="secondary" onClick={() => setIsOpen(true)}>
              {intl.formatMessage({ id: "operations.show" })}
            </Button>
          }
        >
          {intl.formatMessage({ id: "operations.count" }, { count: operations.length })}
        </Notice>
      )}
      <Sheet open={isOpen} onClose={close} title={title}>
        {operations.length === 0 ? (
          <p>{intl.formatMessage({ id: "operations.none" })}</p>
        ) : (
          <ListGroup footnote={intl.formatMessage({ id: "operations.text" })}>
            <List label={title}>
              {operations.map((doubt) => (
                <OperationRow key={doubt.key} doubt={doubt} />
              ))}
            </List>
          </ListGroup>
        )}
      </Sheet>
    </>
  )
}
