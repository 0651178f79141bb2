import type { ReactNode, RefObject } from "react"
import type { Product, SystemConfig } from "../../domain/entities.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { ErrorState } from "../../ui/StateView.tsx"
import { ProductDetails } from "./product-figures.tsx"

const desk = codeOf(() => import("../trade/desk.tsx"))

type DeskCode = NonNullable<ReturnType<typeof desk.current>>

/** Loads what stands beside the list on a desktop. */
const Desk = ({ children }: { readonly children: (code: DeskCode) => ReactNode }) => {
  const { code, isFailed, onRetry } = useCode(desk)
  if (code) return children(code)
  return isFailed ? <ErrorState onAction={onRetry} /> : <Skeleton shape="chart" />
}

interface DeskChartProps {
  readonly product: Product
  /** Symbol, name and star are elsewhere on the page. */
  readonly isBare?: boolean | undefined
}

/** The chart of a product, on a desktop. */
export const DeskChart = (props: DeskChartProps) => <Desk>{({ ChartPane }) => <ChartPane {...props} />}</Desk>

interface DeskTicketProps {
  readonly product: Product
  readonly market: SystemConfig["market"] | undefined
  readonly paneRef?: RefObject<HTMLElement | null> | undefined
  readonly onLeave?: (() => void) | undefined
}

/** The ticket of a product, on a desktop; its terms until a direction is chosen. */
export const DeskTicket = ({ market, ...pane }: DeskTicketProps) => (
  <Desk>
    {({ TicketPane }) => (
      <TicketPane {...pane}>
        <ProductDetails product={pane.product} market={market} />
      </TicketPane>
    )}
  </Desk>
)
