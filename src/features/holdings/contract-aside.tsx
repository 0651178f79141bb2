import { CloseButton, ContractBody, useContractDetail } from "./contract-detail.tsx"
import styles from "./hold.module.css"

/** The chosen contract beside a list. */
export const ContractAside = ({ id }: { readonly id: string }) => {
  const contract = useContractDetail(id)
  return (
    <div className={styles.aside}>
      <CloseButton {...contract} />
      <ContractBody {...contract} />
    </div>
  )
}
