import { useIntl } from "react-intl"
import { useOwnImage } from "../../runtime/hooks/use-own-image.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import styles from "./proof-image.module.css"

/** The member's proof of a deposit. */
export const ProofImage = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const { data, failure, onRetry } = useOwnImage(id)
  const label = intl.formatMessage({ id: "deposit.proof" })
  return (
    <Card>
      <figure className={styles.proof}>
        <figcaption className={styles.label}>{label}</figcaption>
        {data === undefined ? null : <img src={data} alt={label} className={styles.image} />}
        {data === undefined && failure === undefined ? <Skeleton shape="block" /> : null}
        {failure === undefined ? null : (
          <div className={styles.failed} role="status">
            <p>{textOf(failure)}</p>
            {failure.reason === "upload.unknown" ? null : (
              <Button size="small" tone="secondary" onClick={onRetry}>
                {intl.formatMessage({ id: "ui.retry" })}
              </Button>
            )}
          </div>
        )}
      </figure>
    </Card>
  )
}
