import { useIntl } from "react-intl"
import type { CreditScore } from "../../domain/entities.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./credit.module.css"

/** The credit score and the factors it is the sum of. Nothing depends on it. */
export const Credit = () => {
  const credit = useQuery("creditDetail", {}, { refreshOn: ["member.changed"] })
  const intl = useIntl()
  const isWide = useWideLayout()
  return (
    <SubPage
      width="form"
      title={intl.formatMessage({ id: "credit.title" })}
      aside={isWide && credit.data ? <Factors credit={credit.data} /> : undefined}
    >
      <Loaded query={credit} skeleton={<CreditSkeleton />}>
        {(known) => (
          <>
            <Score credit={known} />
            {isWide ? null : <Factors credit={known} />}
          </>
        )}
      </Loaded>
      <Notice>{intl.formatMessage({ id: "credit.note" })}</Notice>
    </SubPage>
  )
}

const CreditSkeleton = () => (
  <>
    <Card>
      <Skeleton shape="hero" />
    </Card>
    <Card>
      <Skeleton shape={["noted", "noted", "noted", "noted", "noted"]} />
    </Card>
  </>
)

const Score = ({ credit }: { readonly credit: CreditScore }) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Card>
      <p className={styles.label}>{intl.formatMessage({ id: "credit.score" })}</p>
      <p className={styles.score}>
        {format.number(credit.score)}
        <span className={styles.unit}>
          {intl.formatMessage({ id: "credit.unit" }, { points: credit.score })}
        </span>
      </p>
    </Card>
  )
}

const Factors = ({ credit }: { readonly credit: CreditScore }) => {
  const intl = useIntl()
  return (
    <Card>
      <Figures
        rows={credit.factors.map(({ factor, points }) => ({
          id: factor,
          label: intl.formatMessage({ id: `credit.factor.${factor}` }),
          note: intl.formatMessage({ id: `credit.factor.${factor}.note` }),
          value: intl.formatMessage({ id: "my.credit.points" }, { points }),
        }))}
      />
    </Card>
  )
}
