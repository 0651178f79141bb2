import type { ReactNode } from "react"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page, type PageProps } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh } from "../../ui/PullToRefresh.tsx"
import { RefreshButton } from "../../ui/RefreshButton.tsx"
import type { Refreshable } from "./loaded.tsx"

export interface SubPageProps extends Omit<PageProps, "header"> {
  readonly title: ReactNode
  readonly subtitle?: ReactNode | undefined
  readonly onBack: () => void
  readonly actions?: ReactNode | undefined
  /** True where money is shown: the page then says permanently what kind of money it is. */
  readonly money?: boolean | undefined
  /** The page can be asked for news: by pulling it down, and by a button. */
  readonly refresh?: Refreshable | undefined
}

/** A page above a tab page: back arrow, title, and the label of simulated money where there is money. */
export const SubPage = (props: SubPageProps) => {
  const { title, subtitle, onBack, actions, money, refresh, children, ...page } = props
  const all = refresh ? (
    <>
      {actions}
      <RefreshButton {...refresh} />
    </>
  ) : (
    actions
  )
  return (
    <Page {...page} header={<PageHeader title={title} subtitle={subtitle} onBack={onBack} actions={all} />}>
      {refresh ? <PullToRefresh {...refresh} /> : null}
      {money ? <SimulatedLabel /> : null}
      {children}
    </Page>
  )
}
