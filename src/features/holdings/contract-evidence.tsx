import { useIntl } from "react-intl"
import type { OrderDetail } from "../../domain/entities.ts"
import { useEvidence } from "../../runtime/hooks/use-evidence.ts"
import { useContractComplaint } from "../../runtime/hooks/use-removal.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { ListGroup } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import { COMPLAINT_DAYS, ComplaintOffer, ComplaintSteps } from "../patterns/complaint.tsx"
import styles from "./contract-overview.module.css"

/** "Something is wrong here": everything about the contract as one file, and a complaint. */
export const ContractEvidence = ({ detail }: { readonly detail: OrderDetail }) => {
  const intl = useIntl()
  const text = useText()
  const { isBusy, save } = useEvidence(detail)
  const complain = useContractComplaint()
  const { complaint, order } = detail
  return (
    <>
      <ListGroup title={text("receipt.wrong")}>
        <Card>
          <div className={styles.stack}>
            <p className={styles.note}>{text("receipt.wrong.note")}</p>
            <Button tone="secondary" busy={isBusy} onClick={save}>
              {text("receipt.wrong.save")}
            </Button>
            {complaint === undefined ? (
              <ComplaintOffer
                label={text("receipt.complain")}
                question={text("receipt.complain.question")}
                note={intl.formatMessage({ id: "receipt.complain.text" }, COMPLAINT_DAYS)}
                complain={complain}
                id={order.id}
              />
            ) : null}
          </div>
        </Card>
      </ListGroup>
      {complaint === undefined ? null : <ComplaintSteps complaint={complaint} />}
    </>
  )
}
