import type { ReactNode } from "react"
import { SimulatedLabel } from "../ui/Notice.tsx"
import { Page, type PageProps } from "../ui/Page.tsx"
import { PageHeader } from "../ui/PageHeader.tsx"

export interface SubPageProps extends Omit<PageProps, "header"> {
  readonly title: ReactNode
  readonly subtitle?: ReactNode | undefined
  readonly onBack: () => void
  readonly actions?: ReactNode | undefined
  /** True where money is shown: the page then says permanently what kind of money it is. */
  readonly money?: boolean | undefined
}

/** A page above a tab page: back arrow, title, and the label of simulated money where there is money. */
export const SubPage = ({ title, subtitle, onBack, actions, money, children, ...page }: SubPageProps) => (
  <Page {...page} header={<PageHeader title={title} subtitle={subtitle} onBack={onBack} actions={actions} />}>
    {money ? <SimulatedLabel /> : null}
    {children}
  </Page>
)
