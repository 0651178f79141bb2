import { useEffect, useEffectEvent, useMemo } from "react"
import { useIntl } from "react-intl"
import { readLevel, sideOf } from "../../domain/alert-level.ts"
import type { Product } from "../../domain/entities.ts"
import type { PageChecks } from "../../domain/forms.ts"
import {
  ALERT_DAYS,
  ALERT_DAYS_OFFERED,
  ALERT_DISTANCE_BPS,
  ALERT_DISTANCES_OFFERED,
  ALERT_NOTE_MAX,
} from "../../domain/limits.ts"
import { watchesPrice } from "../../domain/member-forms.ts"
import type { Separators } from "../../domain/money.ts"
import type { Check, FormValues } from "../../domain/validate.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useForm } from "../../runtime/hooks/use-form.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { useFormat } from "../../ui/format.ts"
import { Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { hasHours, useLiveQuote, useProducts } from "../market/products.ts"
import { ReadingField } from "../patterns/amount-field.tsx"
import styles from "../patterns/form-view.module.css"
import { FormFrame } from "../patterns/form-view.tsx"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import own from "./alert-add.module.css"

const FORM = "alert-add"
const DAY_MS = 86_400_000
const SIDES = ["above", "below"] as const
const REPEATS = ["once", "daily"] as const
/** Changes from the price now, in per cent, that a tap fills in. */
const CHANGES = [-10, -5, -2, 2, 5, 10] as const

type AlertForm = ReturnType<typeof useForm<"alertAdd">>

/** The value of a field if it is one of these choices. */
const chosenOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((each) => each === value)

/** Sets the typed level, what it means at the price now, and its side. */
const useLevel = (form: AlertForm, now: string | undefined) => {
  const { separators } = useFormat()
  return (typed: string) => {
    const read = readLevel(typed, separators, now)
    form.set("typed", typed)
    form.set("level", read.ok ? read.level : "")
    const side = read.ok && now !== undefined ? sideOf(read.level, now) : null
    if (side !== null) form.set("kind", side)
  }
}

/** A change is read with any price; it has no level while there is none. */
const levelCheck =
  (separators: Separators): Check =>
  (typed, { level = "", kind }) => {
    if (!watchesPrice(kind)) return null
    const read = readLevel(typed, separators, "1.0000")
    if (!read.ok) return read.problem
    return level === "" ? { reason: "not-an-amount" } : null
  }

interface FieldsProps {
  readonly form: AlertForm
  readonly products: readonly Product[]
  readonly symbol: string
  readonly onTyped: (typed: string) => void
  readonly onProduct: (id: string) => void
}

/** The price now, and changes from it that a tap fills in. */
const Changes = ({ symbol, onTyped }: Pick<FieldsProps, "symbol" | "onTyped">) => {
  const intl = useIntl()
  const format = useFormat()
  const { quote, stale } = useLiveQuote(symbol)
  if (quote === undefined) return null
  return (
    <>
      <p>
        {intl.formatMessage({ id: "alert-add.now" })} <Price value={quote.price} stale={stale} />
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div role="group" aria-label={intl.formatMessage({ id: "alert-add.changes" })} className={own.changes}>
        {CHANGES.map((percent) => {
          const change = `${percent < 0 ? "−" : "+"}${format.share(Math.abs(percent))}`
          return (
            <Button key={percent} size="small" tone="secondary" onClick={() => onTyped(change)}>
              {change}
            </Button>
          )
        })}
      </div>
    </>
  )
}

type Watch = "price" | "stop-out" | "opens"

const watchOf = (kind: string): Watch => (kind === "stop-out" || kind === "opens" ? kind : "price")

/** What may be watched: the stop-out of the page's contract, and an opening if there is one. */
const watchesOf = ({ contractId = "" }: FormValues, product: Product | undefined): readonly Watch[] => [
  "price",
  ...(contractId === "" ? [] : (["stop-out"] as const)),
  ...(product && hasHours(product) ? (["opens"] as const) : []),
]

/** The price, how it is reached, and the changes that fill it in. */
const PriceFields = ({ form, symbol, onTyped }: Pick<FieldsProps, "form" | "symbol" | "onTyped">) => {
  const text = useText()
  const format = useFormat()
  const kind = form.field("kind")
  const { level = "" } = form.values
  return (
    <>
      <Changes symbol={symbol} onTyped={onTyped} />
      <ReadingField
        {...form.field("typed")}
        label={text("alert-add.price")}
        hint={text("alert-add.price.hint")}
        reading={level === "" ? null : format.price(level)}
        onChange={onTyped}
      />
      <div data-field="kind">
        <Segmented
          label={text("alert-add.kind")}
          value={chosenOf(SIDES, kind.value)}
          options={SIDES.map((value) => ({ value, label: text(`alert-add.kind.${value}`) }))}
          onChange={kind.onChange}
          error={kind.error}
        />
      </div>
    </>
  )
}

const Distance = ({ form }: Pick<FieldsProps, "form">) => {
  const text = useText()
  const format = useFormat()
  const { onBlur: _, ...distance } = form.field("distance")
  return (
    <SelectField
      {...distance}
      label={text("alert-add.distance")}
      value={distance.value || String(ALERT_DISTANCE_BPS)}
      error={distance.error ?? form.field("contractId").error}
      options={ALERT_DISTANCES_OFFERED.map((bps) => ({
        value: String(bps),
        label: format.share(bps / 100),
      }))}
    />
  )
}

const Fields = ({ form, products, symbol, onTyped, onProduct }: FieldsProps) => {
  const text = useText()
  const format = useFormat()
  const { field, values } = form
  const { onBlur: _, ...product } = field("productId")
  const note = field("note")
  const watches = watchesOf(
    values,
    products.find(({ id }) => id === values.productId),
  )
  const watch = watchOf(values.kind ?? "")
  return (
    <div className={styles.form}>
      <FormFrame form={form} id={FORM}>
        <p>{text("alert-add.about")}</p>
        <SelectField
          {...product}
          label={text("alert-add.product")}
          placeholder={text("alert-add.choose")}
          options={products.map(({ id, symbol: own, name }) => ({ value: id, label: `${own} · ${name}` }))}
          onChange={onProduct}
        />
        {watches.length === 1 ? null : (
          <Segmented
            label={text("alert-add.watch")}
            value={watch}
            options={watches.map((value) => ({ value, label: text(`alert-add.watch.${value}`) }))}
            onChange={(value) => form.set("kind", value === "price" ? "" : value)}
            error={watch === "price" ? undefined : field("kind").error}
          />
        )}
        {watch === "price" ? <PriceFields form={form} symbol={symbol} onTyped={onTyped} /> : null}
        {watch === "stop-out" ? <Distance form={form} /> : null}
        <Segmented
          label={text("alert-add.repeat")}
          value={chosenOf(REPEATS, values.repeat ?? "") ?? "once"}
          options={REPEATS.map((value) => ({ value, label: text(`alerts.${value}`) }))}
          onChange={(value) => form.set("repeat", value)}
        />
        <SelectField
          label={text("alert-add.days")}
          value={values.days || String(ALERT_DAYS)}
          options={ALERT_DAYS_OFFERED.map((days) => ({
            value: String(days),
            label: format.duration(days * DAY_MS, "long"),
          }))}
          onChange={(days) => form.set("days", days)}
        />
        <Field {...note} label={text("alert-add.note")} maxLength={ALERT_NOTE_MAX} autoComplete="off" />
      </FormFrame>
    </div>
  )
}

/**
 * Fills in what the page was opened for: a product, a price of its chart, or a contract. A draft of the
 * same product stays.
 */
const useOpenedFor = ({ product, price, contract = "" }: QueryOf<"alert-add">, form: AlertForm) => {
  const format = useFormat()
  const fill = useEffectEvent(() => {
    const { productId, contractId = "" } = form.values
    if (product === undefined) return
    if (productId === product && contractId === contract && price === undefined) return
    form.set("productId", product)
    form.set("contractId", contract)
    form.set("typed", price === undefined ? "" : format.typed(price))
    form.set("level", price ?? "")
    form.set("kind", contract === "" ? "" : "stop-out")
  })
  useEffect(() => fill(), [])
}

/** The form for a price alert. It is opened from a product, a contract, a chart and the list. */
export const AlertAdd = (query: QueryOf<"alert-add">) => {
  const text = useText()
  const { separators } = useFormat()
  const { back } = usePageNavigation()
  const { toast } = useFeedback()
  const refresh = useRefresh()
  const products = useProducts()
  const checks = useMemo((): PageChecks => ({ typed: levelCheck(separators) }), [separators])
  const onDone = () => {
    refresh("alerts")
    toast(text("alert-add.added"))
    back()
  }
  const form = useForm("alertAdd", { checks, onDone })
  const chosen = products.data?.find(({ id }) => id === form.values.productId)
  const symbol = chosen?.symbol ?? ""
  const onTyped = useLevel(form, useLiveQuote(symbol).quote?.price)
  useOpenedFor(query, form)
  const onProduct = (id: string) => {
    // a change is one from the price of its product
    onTyped("")
    form.set("productId", id)
    form.set("contractId", "")
    form.set("kind", "")
  }
  return (
    <SubPage
      money
      width="form"
      title={text("alert-add.title")}
      onBack={back}
      footer={
        <Button type="submit" form={FORM} wide busy={form.busy}>
          {text("alerts.add")}
        </Button>
      }
    >
      <Loaded query={products} skeleton={<Skeleton count={4} />}>
        {(known) => (
          <Priced symbol={symbol}>
            <Fields form={form} products={known} symbol={symbol} onTyped={onTyped} onProduct={onProduct} />
          </Priced>
        )}
      </Loaded>
    </SubPage>
  )
}
