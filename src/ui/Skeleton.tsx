import { useIntl } from "react-intl"
import styles from "./Skeleton.module.css"

export interface SkeletonProps {
  /** What will come here. */
  readonly shape?: "text" | "row" | "card" | "chart" | "hero" | undefined
  /** How many of them. */
  readonly count?: number | undefined
}

const Shape = ({ shape }: { readonly shape: NonNullable<SkeletonProps["shape"]> }) => {
  if (shape === "row")
    return (
      <div className={styles.row}>
        <span className={styles.dot} />
        <span className={styles.lines}>
          <span className={styles.long} />
          <span className={styles.short} />
        </span>
        <span className={styles.value} />
      </div>
    )
  if (shape === "hero")
    return (
      <div className={styles.lines}>
        <span className={styles.short} />
        <span className={styles.figure} />
        <span className={styles.long} />
      </div>
    )
  if (shape === "card")
    return (
      <div className={styles.card}>
        <span className={styles.long} />
        <span className={styles.block} />
        <span className={styles.short} />
      </div>
    )
  return <span className={shape === "chart" ? styles.chart : styles.long} />
}

/** The shape of what is coming; read aloud as "loading". */
export const Skeleton = ({ shape = "text", count = 1 }: SkeletonProps) => {
  const intl = useIntl()
  return (
    <div className={shape === "row" ? styles.rows : styles.stack} role="status">
      <span className="visually-hidden">{intl.formatMessage({ id: "ui.loading" })}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <Shape key={index} shape={shape} />
      ))}
    </div>
  )
}
