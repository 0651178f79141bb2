import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import { useFormat } from "../../ui/format.ts"
import type { Glyph } from "../../ui/glyphs-basic.ts"
import { ListRow } from "../../ui/List.tsx"
import styles from "./record-row.module.css"
import { type ReviewCode, ReviewStatus } from "./review-status.tsx"
import { useCopyOffer } from "./use-copy-offer.ts"

export interface RecordRowProps {
  readonly of: "withdraw" | "deposit"
  readonly glyph: Glyph
  readonly atMs: number
  readonly currency: string
  readonly amount: string
  /** What arrived or will arrive, in words; only a withdrawal has it. */
  readonly received?: ReactNode | undefined
  /** Where it went to or came in, shortened by the caller where it is long. */
  readonly address: string
  readonly status: ReviewCode
  readonly current: boolean
  readonly href?: string | undefined
  readonly onPress: () => void
  /** The address in full and the record's number: what holding the row offers to copy. */
  readonly copyable: { readonly address: string; readonly reference: string }
}

/** One deposit or withdrawal in a list: where, when, how much and how it stands. Holding it offers to copy what names it. */
export const RecordRow = (props: RecordRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const offer = useCopyOffer()
  const { copyable } = props
  const onHold = () =>
    offer([
      {
        id: "address",
        label: intl.formatMessage({ id: "withdraw.record.address" }),
        value: copyable.address,
      },
      {
        id: "reference",
        label: intl.formatMessage({ id: "withdraw.record.reference" }),
        value: copyable.reference,
      },
    ])
  return (
    <ListRow
      glyph={props.glyph}
      title={
        <span className={styles.head}>
          <span>{props.address}</span>
          <Amount value={props.amount} />
        </span>
      }
      subtitle={
        <span className={styles.below}>
          <span>
            {format.dateTime(props.atMs)} · {props.currency}
          </span>
          {props.received}
          <ReviewStatus of={props.of} status={props.status} />
        </span>
      }
      current={props.current}
      href={props.href}
      onPress={props.onPress}
      onHold={onHold}
    />
  )
}
