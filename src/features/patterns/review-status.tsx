import { useIntl } from "react-intl"
import { Status } from "../../ui/Badge.tsx"

/** 0 pending review, 1 successful, 2 rejected: the specification's three. */
export type ReviewCode = 0 | 1 | 2

const kinds = { 0: "pending", 1: "success", 2: "rejected" } as const

const texts = {
  deposit: { 0: "deposit.status.0", 1: "deposit.status.1", 2: "deposit.status.2" },
  withdraw: { 0: "withdraw.status.0", 1: "withdraw.status.1", 2: "withdraw.status.2" },
} as const

export interface ReviewStatusProps {
  readonly of: "withdraw" | "deposit"
  readonly status: ReviewCode
}

/** The status of a deposit or a withdrawal in words, with its icon. */
export const ReviewStatus = ({ of, status }: ReviewStatusProps) => {
  const intl = useIntl()
  return <Status kind={kinds[status]}>{intl.formatMessage({ id: texts[of][status] })}</Status>
}
