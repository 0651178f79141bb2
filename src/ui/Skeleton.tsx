import { useIntl } from "react-intl"
import styles from "./Skeleton.module.css"

type ShapeName = "text" | "row" | "card" | "chart" | "hero" | "figure" | "noted" | "block"

export interface SkeletonProps {
  /**
   * The shape of the expected content; a list draws several. `noted` is a row of Figures with a
   * note.
   */
  readonly shape?: ShapeName | readonly ShapeName[] | undefined
  /** How often a single shape is drawn. */
  readonly count?: number | undefined
  /** Omits the announcement if the surroundings already announce loading. */
  readonly silent?: boolean | undefined
}

const Shape = ({ shape }: { readonly shape: ShapeName }) => {
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
  if (shape === "figure" || shape === "noted")
    return (
      <div className={styles.figureRow}>
        <span className={styles.lines}>
          <span className={styles.long} />
          {shape === "noted" ? <span className={styles.short} /> : null}
        </span>
        <span className={styles.value} />
      </div>
    )
  return <span className={shape === "text" ? styles.long : styles[shape]} />
}

/** A placeholder in the shape of the expected content, announced as "loading". */
export const Skeleton = ({ shape = "text", count = 1, silent = false }: SkeletonProps) => {
  const intl = useIntl()
  const shapes = typeof shape === "string" ? Array<ShapeName>(count).fill(shape) : shape
  return (
    <div className={shape === "row" ? styles.rows : styles.stack} role={silent ? undefined : "status"}>
      {silent ? null : <span className="visually-hidden">{intl.formatMessage({ id: "ui.loading" })}</span>}
      {shapes.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders stay as they are until they go
        <Shape key={index} shape={each} />
      ))}
    </div>
  )
}
