import type { ReactNode } from "react"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page, type PageProps } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import type { Refreshable } from "./loaded.tsx"
import { OperationsNotice } from "./operations-notice.tsx"

export interface SubPageProps extends Omit<PageProps, "header"> {
  readonly title: ReactNode
  readonly subtitle?: ReactNode | undefined
  /** Default: the page below. */
  readonly onBack?: (() => void) | undefined
  readonly actions?: ReactNode | undefined
  /** The page shows money: it carries the label of simulated money and the notice of operations. */
  readonly money?: boolean | undefined
  /** Adds pull-to-refresh and a refresh button. */
  readonly refresh?: Refreshable | undefined
}

/** A page above a tab page: back button, title, and what pages about money carry. */
export const SubPage = (props: SubPageProps) => {
  const { back } = usePageNavigation()
  const { title, subtitle, onBack = back, actions, money, refresh, children, ...page } = props
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
      {money ? <OperationsNotice /> : null}
      {children}
    </Page>
  )
}
