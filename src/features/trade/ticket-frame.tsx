import { createContext, type ReactNode, use, useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { IconButton } from "../../ui/Button.tsx"
import { glyphBack } from "../../ui/Icon.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import styles from "./ticket.module.css"

/** Whether the ticket is a column beside the chart instead of a page. */
export const TicketInPane = createContext(false)

interface TicketFrameProps {
  readonly title: ReactNode
  readonly subtitle?: string | undefined
  readonly onBack?: (() => void) | undefined
  readonly footer?: ReactNode | undefined
  /** Costs and scenario, where the page has room for a second column. */
  readonly aside?: ReactNode | undefined
  readonly children: ReactNode
}

/** In the column: it takes the focus that the step before it left. */
const PaneStep = ({ title, subtitle, onBack, footer, children }: TicketFrameProps) => {
  const intl = useIntl()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <header className={styles.head}>
        {onBack ? (
          <IconButton glyph={glyphBack} label={intl.formatMessage({ id: "ui.back" })} onClick={onBack} />
        ) : null}
        <div>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {subtitle ? <p className={styles.note}>{subtitle}</p> : null}
        </div>
      </header>
      {children}
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </>
  )
}

/** A step of the ticket: header, body and actions, as a page or in the column beside the chart. */
export const TicketFrame = (props: TicketFrameProps) => {
  const { title, subtitle, onBack, ...page } = props
  return use(TicketInPane) ? (
    <PaneStep {...props} />
  ) : (
    <Page {...page} width="form" header={<PageHeader title={title} subtitle={subtitle} onBack={onBack} />} />
  )
}
