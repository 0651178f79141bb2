import { useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import {
  boundsOf,
  changedLevelProblem,
  LEVEL_UNITS,
  type LevelChange,
  type LevelUnit,
  levelIn,
  readLevel,
  resultAt,
  type TypedLevel,
} from "../../domain/changed-levels.ts"
import type { Order } from "../../domain/entities.ts"
import { amountOf, divideHalfEven, type PriceUnits, priceOf, priceUnitsOf } from "../../domain/money.ts"
import { isSame } from "../../domain/operation.ts"
import type { Problem } from "../../domain/problem.ts"
import { type LevelKind, orderTerms } from "../../domain/trade.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, NO_FIGURE, useFormat } from "../../ui/format.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Price } from "../../ui/Price.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { type Text, useText } from "../../ui/use-text.ts"
import { type CloseEarlyTicket, sheets } from "./close-sheets.ts"
import type { MovedLevel } from "./contract-chart.tsx"
import styles from "./contract-overview.module.css"

const KINDS = ["stop-loss", "take-profit"] as const satisfies readonly LevelKind[]
const FIELD_OF = { "stop-loss": "stopLoss", "take-profit": "takeProfit" } as const

type Levels = Pick<Order, "takeProfit" | "stopLoss">

/** A level as it is shown: the text that was typed, or the level that the text was made of. */
interface DraftLevel {
  readonly text: string
  readonly exact: PriceUnits | null
}
interface Draft {
  readonly unit: LevelUnit
  readonly levels: Readonly<Record<LevelKind, DraftLevel>>
}

const unitsOf = (price: string | null): PriceUnits | null => (price === null ? null : priceUnitsOf(price))

/** The contract as far as its levels depend on it; null before its entry. */
const contractOf = (order: Order) =>
  order.openingPrice === null ? null : { terms: orderTerms(order), entry: priceUnitsOf(order.openingPrice) }
type Contract = NonNullable<ReturnType<typeof contractOf>>

const draftLevel = (
  format: Format,
  kind: LevelKind,
  unit: LevelUnit,
  level: PriceUnits | null,
  contract: Contract,
): DraftLevel =>
  level === null
    ? { text: "", exact: null }
    : { text: format.typed(levelIn(kind, unit, level, contract)), exact: level }

const draftOf = (format: Format, unit: LevelUnit, order: Levels, contract: Contract): Draft => ({
  unit,
  levels: {
    "stop-loss": draftLevel(format, "stop-loss", unit, unitsOf(order.stopLoss), contract),
    "take-profit": draftLevel(format, "take-profit", unit, unitsOf(order.takeProfit), contract),
  },
})

const readDraft = (format: Format, kind: LevelKind, draft: Draft, contract: Contract): TypedLevel => {
  const { text, exact } = draft.levels[kind]
  return exact === null
    ? readLevel(kind, draft.unit, text, contract, format.separators)
    : { ok: true, level: exact }
}

/** "24.5000 · about −₦2,050.00 (−20.50 %) at this price." */
const meaningOf = (
  intl: IntlShape,
  format: Format,
  level: PriceUnits,
  { terms, entry }: Contract,
): string => {
  const net = resultAt(terms, entry, level)
  const sharePpm = Number(divideHalfEven(net * 1_000_000n, terms.stakeKobo))
  const result = intl.formatMessage(
    { id: "ticket.level.result" },
    {
      amount: format.amount(amountOf(net), { signed: true }),
      share: format.percent(sharePpm, { signed: true }),
    },
  )
  return `${format.price(priceOf(level))} · ${result}`
}

interface Checked {
  readonly levels: Levels | null
  readonly problems: Readonly<Partial<Record<LevelKind, Problem>>>
}

/** What the draft says, judged at a price: a level that stays as it is is not judged again. */
const checkDraft = (
  format: Format,
  draft: Draft,
  order: Order,
  contract: Contract,
  price: string | undefined,
): Checked => {
  const problems: Partial<Record<LevelKind, Problem>> = {}
  const levelOf = (kind: LevelKind): string | null => {
    const read = readDraft(format, kind, draft, contract)
    if (!read.ok) problems[kind] = read.problem
    if (!read.ok || read.level === null) return null
    const isKept = read.level === unitsOf(order[FIELD_OF[kind]])
    const judged = { ...contract, price: priceUnitsOf(price ?? "0") }
    const problem = isKept || price === undefined ? null : changedLevelProblem(kind, read.level, judged)
    if (problem !== null) problems[kind] = problem
    return priceOf(read.level > 0n ? read.level : 0n)
  }
  const levels = { stopLoss: levelOf("stop-loss"), takeProfit: levelOf("take-profit") }
  return { levels: Object.keys(problems).length === 0 ? levels : null, problems }
}

const changesOf = (order: Order): number => order.levelHistory?.amendments.length ?? 0

interface EditorProps {
  readonly order: Order
  readonly contract: Contract
  readonly price: string | undefined
  readonly moved: MovedLevel | null
  readonly onReview: (change: LevelChange) => void
  readonly onClose: () => void
}

/** Both levels as fields, in the unit that the member chooses. Prices that come do not change them. */
const Editor = ({ order, contract, price, moved, onReview, onClose }: EditorProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const problemText = useProblemText()
  const [draft, setDraft] = useState(() => {
    const levels = { takeProfit: order.takeProfit, stopLoss: order.stopLoss }
    const begun = moved === null ? levels : { ...levels, [FIELD_OF[moved.kind]]: moved.price }
    return draftOf(format, "price", begun, contract)
  })
  const [found, setFound] = useState<Checked["problems"]>({})
  const [isUnchanged, setIsUnchanged] = useState(false)
  const set = (kind: LevelKind, typed: string) => {
    setDraft({ ...draft, levels: { ...draft.levels, [kind]: { text: typed, exact: null } } })
    setFound({ ...found, [kind]: undefined })
    setIsUnchanged(false)
  }
  const choose = (unit: LevelUnit) => {
    const shown = (kind: LevelKind) => {
      const read = readDraft(format, kind, draft, contract)
      return read.ok ? draftLevel(format, kind, unit, read.level, contract) : { text: "", exact: null }
    }
    setDraft({ unit, levels: { "stop-loss": shown("stop-loss"), "take-profit": shown("take-profit") } })
    setFound({})
  }
  const review = () => {
    const { levels, problems } = checkDraft(format, draft, order, contract, price)
    setFound(problems)
    if (levels === null) return
    const { takeProfit, stopLoss } = order
    if (isSame(levels, { stopLoss, takeProfit })) setIsUnchanged(true)
    else onReview({ number: changesOf(order), ...levels })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={text("amend.title")}
      footer={
        <Button wide onClick={review}>
          {text("amend.review")}
        </Button>
      }
    >
      <div className={styles.stack}>
        <Segmented
          label={text("amend.unit")}
          hideLabel
          value={draft.unit}
          options={LEVEL_UNITS.map((unit) => ({ value: unit, label: text(`amend.unit.${unit}`) }))}
          onChange={choose}
        />
        {KINDS.map((kind) => {
          const read = readDraft(format, kind, draft, contract)
          const { text: typed } = draft.levels[kind]
          return (
            <div key={kind} className={styles.stack}>
              <Field
                kind="decimal"
                label={text(`ticket.${kind}`)}
                value={typed}
                onChange={(value) => set(kind, value)}
                error={problemText(found[kind] ?? null)}
                hint={
                  read.ok && read.level !== null
                    ? meaningOf(intl, format, read.level, contract)
                    : text("amend.none")
                }
                {...(draft.unit === "share" ? { suffix: "%" } : {})}
                {...(draft.unit === "result" ? { prefix: "₦" } : {})}
              />
              {typed === "" ? null : (
                <Button size="small" tone="secondary" onClick={() => set(kind, "")}>
                  {intl.formatMessage({ id: "amend.remove" }, { level: text(`ticket.${kind}`) })}
                </Button>
              )}
            </div>
          )
        })}
        <div role="status">
          {isUnchanged ? <Notice tone="info">{text("error.level.same")}</Notice> : null}
        </div>
        <p className={styles.note}>
          {price === undefined
            ? null
            : intl.formatMessage({ id: "amend.price" }, { price: format.price(price) })}
        </p>
      </div>
    </Sheet>
  )
}

const priceText = (format: Format, text: Text, price: string | null): string =>
  price === null ? text("amend.no-level") : format.price(price)

const comparedRows = (text: Text, format: Format, order: Levels, change: Levels): readonly Figure[] =>
  KINDS.map((kind) => {
    const [before, after] = [order[FIELD_OF[kind]], change[FIELD_OF[kind]]]
    const isKept = before === after
    return {
      id: kind,
      label: text(`ticket.${kind}`),
      value: isKept
        ? priceText(format, text, before)
        : `${priceText(format, text, before)} → ${priceText(format, text, after)}`,
    }
  })

const boundRows = (text: Text, contract: Contract, change: Levels): readonly Figure[] => {
  const levels = { takeProfit: unitsOf(change.takeProfit), stopLoss: unitsOf(change.stopLoss) }
  const { worst, best } = boundsOf(contract, levels)
  return [
    { id: "worst", label: text("amend.worst"), value: <Amount tone="result" value={amountOf(worst)} /> },
    {
      id: "best",
      label: text("amend.best"),
      value: best === null ? text("amend.unbounded") : <Amount tone="result" value={amountOf(best)} />,
    },
  ]
}

interface ConfirmProps {
  readonly order: Order
  readonly contract: Contract
  readonly price: string | undefined
  readonly change: LevelChange
  readonly close: CloseEarlyTicket
}

/** Shows what changes, and sends it once. Its key finds an outcome that is not known. */
const Confirm = ({ order, contract, price, change, close }: ConfirmProps) => {
  const text = useText()
  const format = useFormat()
  const sheet = sheets[close.phase]
  const notice = sheet?.notice
  const isBusy = sheet?.isBusy ?? false
  const hasEnded = close.failure?.reason === "order.not-open"
  const now = price === undefined ? NO_FIGURE : <Price value={price} />
  return (
    <Sheet
      open={sheet !== null && order.status === "pending"}
      onClose={close.back}
      dismissable={close.phase !== "sending"}
      title={text("amend.title")}
      footer={
        <>
          <Button wide busy={isBusy} disabled={close.phase === "refused"} onClick={() => close.confirm()}>
            {text("amend.confirm")}
          </Button>
          <Button wide tone="secondary" disabled={isBusy} onClick={close.back}>
            {text("amend.keep")}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <div role="status" className={styles.stack}>
          {notice ? (
            <Notice tone={notice.tone} title={text(notice.title)}>
              {hasEnded ? text("amend.ended") : (close.error ?? text(`${notice.title}.text`))}
            </Notice>
          ) : null}
        </div>
        <FormAmounts>
          <Figures
            rows={[
              ...comparedRows(text, format, order, change),
              ...boundRows(text, contract, change),
              { id: "price", label: text("order.current-price"), value: now },
            ]}
          />
        </FormAmounts>
        <p className={styles.note}>{text("amend.note")}</p>
      </div>
    </Sheet>
  )
}

export interface ChangeLevelsProps {
  readonly order: Order
  readonly price: string | undefined
  readonly close: CloseEarlyTicket & { readonly isElsewhere: boolean }
  /** False once a price has ended the contract. */
  readonly isOpen: boolean
  /** A level that was moved in the chart: the change begins with it. */
  readonly moved: MovedLevel | null
  readonly onMovedTaken: () => void
}

/** Opens the change of both levels of an open contract, and shows it until its outcome is known. */
export const ChangeLevels = ({ order, price, close, isOpen, moved, onMovedTaken }: ChangeLevelsProps) => {
  const text = useText()
  const [isEditing, setIsEditing] = useState(false)
  const stop = () => {
    setIsEditing(false)
    onMovedTaken()
  }
  const contract = contractOf(order)
  const isShown = (isEditing || moved !== null) && isOpen && contract !== null
  useOverlay(isShown, stop)
  if (contract === null) return null
  const review = (change: LevelChange) => {
    stop()
    close.open(change)
  }
  return (
    <>
      {isOpen ? (
        <Button tone="secondary" size="small" disabled={close.isElsewhere} onClick={() => setIsEditing(true)}>
          {text("amend.button")}
        </Button>
      ) : null}
      {isShown ? (
        <Editor
          order={order}
          contract={contract}
          price={price}
          moved={moved}
          onReview={review}
          onClose={stop}
        />
      ) : null}
      {close.change === null ? null : (
        <Confirm order={order} contract={contract} price={price} change={close.change} close={close} />
      )}
    </>
  )
}
