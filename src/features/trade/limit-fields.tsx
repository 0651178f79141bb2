import { memo, type ReactNode, useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { readingShown } from "../../domain/money.ts"
import { parseSlippage } from "../../domain/ticket.ts"
import { type LevelResult, levelShares } from "../../domain/ticket-figures.ts"
import type { LevelKind } from "../../domain/trade.ts"
import { useTicketFigures } from "../../runtime/hooks/use-order-ticket.ts"
import { Button } from "../../ui/Button.tsx"
import { type Format, ppmOfBps, useFormat } from "../../ui/format.ts"
import { glyphChevronDown, Icon } from "../../ui/Icon.tsx"
import { useText } from "../../ui/use-text.ts"
import { useLiveQuote } from "../market/products.ts"
import { ReadingField } from "../patterns/amount-field.tsx"
import styles from "./ticket.module.css"
import { showsSame, type TicketFieldsProps } from "./ticket-fields.tsx"

type LimitFieldsProps = Pick<TicketFieldsProps, "ticket" | "terms">

const FIELD_OF = { "stop-loss": "stopLoss", "take-profit": "takeProfit" } as const

/** "About −₦2,050.00 (−20.50 %) at this price." */
export const levelText = (intl: IntlShape, format: Format, { net, sharePpm }: LevelResult): string =>
  intl.formatMessage(
    { id: "ticket.level.result" },
    { amount: format.amount(net, { signed: true }), share: format.percent(sharePpm, { signed: true }) },
  )

interface DisclosureProps {
  readonly title: string
  /** What is in force inside, shown while the section is folded. */
  readonly summary: string
  readonly forced: boolean
  readonly children: ReactNode
}

/** A section that folds. It begins open if something inside is in force. */
export const Disclosure = ({ title, summary, forced, children }: DisclosureProps) => {
  const [chosen, setChosen] = useState(summary !== "")
  const open = chosen || forced
  return (
    <details className={styles.more} open={open} onToggle={(event) => setChosen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span>
          {title}
          {open || summary === "" ? null : <span className={styles.inForce}>{summary}</span>}
        </span>
        <Icon glyph={glyphChevronDown} size={20} />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}

/** The result at the level. Renders with each price. */
const Result = ({ kind, symbol }: { readonly kind: LevelKind; readonly symbol: string }) => {
  const intl = useIntl()
  const format = useFormat()
  const result = useTicketFigures(symbol)?.[FIELD_OF[kind]]
  return result ? <span className={styles.result}>{levelText(intl, format, result)}</span> : null
}

interface SharesProps {
  readonly kind: LevelKind
  readonly symbol: string
  readonly position: Parameters<typeof levelShares>[1]
  readonly onPick: (level: string) => void
}

/** Buttons that set the level at a loss or gain of 5 or 10 % of the stake. Renders with each price. */
const Shares = ({ kind, symbol, position, onPick }: SharesProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { quote } = useLiveQuote(symbol)
  if (quote === undefined) return null
  const shares = levelShares(kind, position, quote.price)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label={intl.formatMessage(
        { id: "ticket.level.shares" },
        { level: intl.formatMessage({ id: `ticket.${kind}` }) },
      )}
      className={styles.shares}
    >
      {shares.map(({ percent, level }) => (
        <Button
          key={percent}
          size="small"
          tone="secondary"
          disabled={level === null}
          onClick={() => (level === null ? undefined : onPick(format.typed(level)))}
        >
          {intl.formatMessage(
            { id: "ticket.level.share" },
            { share: `${percent < 0 ? "−" : "+"}${format.share(Math.abs(percent))}` },
          )}
        </Button>
      ))}
    </div>
  )
}

/** The unit of the prices, on the side on which the language writes it. */
const usePriceAffix = (): { readonly prefix?: string; readonly suffix?: string } => {
  const parts = useFormat().priceParts("1.0000")
  const at = parts.findIndex(({ type }) => type === "currency")
  const unit = parts[at]?.value
  if (unit === undefined) return {}
  return at === 0 ? { prefix: unit } : { suffix: unit }
}

/** The contract as far as its levels depend on it; null before direction and leverage are chosen. */
const positionOf = ({ ticket, terms }: LimitFieldsProps): SharesProps["position"] | null => {
  const { leverages, commissionPpm, stopOutBps } = terms
  const direction = ticket.field("direction").value
  const leverage = leverages.find((each) => String(each) === ticket.field("leverage").value)
  return leverage === undefined || (direction !== "up" && direction !== "down")
    ? null
    : { direction, leverage, commissionPpm, stopOutBps }
}

/** How a typed price is read, where its separators could mean something else. */
const priceReading = (format: Format, typed: string): string | null => {
  const reading = readingShown(typed, format.separators)
  return reading === null ? null : format.price(reading)
}

const slippageReading = (format: Format, typed: string): string | null => {
  const isShown = readingShown(typed.replace(/\s*%\s*$/, ""), format.separators) !== null
  const parsed = parseSlippage(typed, format.separators)
  return isShown && parsed.ok && parsed.value !== null ? format.percent(ppmOfBps(parsed.value)) : null
}

/** Whether the level acts above or below the price; null before a direction is chosen. */
const sideOf = (kind: LevelKind, direction: string): "above" | "below" | null => {
  if (direction !== "up" && direction !== "down") return null
  return (kind === "take-profit") === (direction === "up") ? "above" : "below"
}

const Level = ({ kind, ticket, terms }: LimitFieldsProps & { readonly kind: LevelKind }) => {
  const intl = useIntl()
  const format = useFormat()
  const field = ticket.field(FIELD_OF[kind])
  const position = positionOf({ ticket, terms })
  const side = sideOf(kind, ticket.field("direction").value)
  return (
    <div className={styles.level}>
      <ReadingField
        label={intl.formatMessage({ id: `ticket.${kind}` })}
        hint={
          <>
            {position ? <Result kind={kind} symbol={terms.symbol} /> : null}
            {side === null ? null : intl.formatMessage({ id: "ticket.level.hint" }, { side })}
          </>
        }
        reading={priceReading(format, field.value)}
        {...usePriceAffix()}
        {...field}
      />
      {position ? (
        <Shares
          kind={kind}
          symbol={terms.symbol}
          position={position}
          onPick={(level) => ticket.set(FIELD_OF[kind], level)}
        />
      ) : null}
    </div>
  )
}

/**
 * Optional limits: stop-loss, take-profit and slippage. Opens by itself when one has a problem, and
 * names what is in force while it is folded.
 */
export const LimitFields = memo(
  ({ ticket, terms }: LimitFieldsProps) => {
    const text = useText()
    const format = useFormat()
    const slippage = ticket.field("slippage")
    const limits = [
      { ...ticket.field("stopLoss"), label: text("ticket.stop-loss"), unit: "" },
      { ...ticket.field("takeProfit"), label: text("ticket.take-profit"), unit: "" },
      { ...slippage, label: text("ticket.slippage"), unit: "\u202f%" },
    ]
    const summary = limits
      .filter(({ value }) => value.trim() !== "")
      .map(({ label, value, unit }) => `${label} ${value.trim()}${unit}`)
      .join(" · ")
    return (
      <Disclosure
        title={text("ticket.limits")}
        summary={summary}
        forced={limits.some(({ error }) => Boolean(error))}
      >
        <Level kind="stop-loss" ticket={ticket} terms={terms} />
        <Level kind="take-profit" ticket={ticket} terms={terms} />
        <ReadingField
          label={text("ticket.slippage")}
          hint={text("ticket.slippage.hint")}
          suffix="%"
          reading={slippageReading(format, slippage.value)}
          {...slippage}
        />
      </Disclosure>
    )
  },
  showsSame("direction", "leverage", "stopLoss", "takeProfit", "slippage"),
)
