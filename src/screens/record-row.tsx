import type { ReactNode } from "react"
import { Amount } from "../ui/Amount.tsx"
import { useFormat } from "../ui/format.ts"
import type { Glyph } from "../ui/glyphs-basic.ts"
import { ListRow } from "../ui/List.tsx"
import styles from "./record-row.module.css"
import { type ReviewCode, ReviewStatus } from "./review-status.tsx"

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
}

/** One deposit or withdrawal in a list: where, when, how much and how it stands. */
export const RecordRow = (props: RecordRowProps) => {
  const format = useFormat()
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
    />
  )
}
