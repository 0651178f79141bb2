import { useIntl } from "react-intl"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface DemoNoticeProps {
  /** What the form would else invite: a number, an address or a document. */
  readonly of: "number" | "address" | "document"
  readonly onFill: () => void
}

/** In the demo: asks for no data of one's own, and fills in samples at a tap. */
export const DemoNotice = ({ of, onFill }: DemoNoticeProps) => {
  const intl = useIntl()
  if (!useConfig()?.demo) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" tone="secondary" onClick={onFill}>
          {intl.formatMessage({ id: "demo.fill" })}
        </Button>
      }
    >
      {intl.formatMessage({ id: `demo.${of}` })}
    </Notice>
  )
}
