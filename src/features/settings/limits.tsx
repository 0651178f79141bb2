import { type FormEvent, useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { PAUSE_DAYS, REALITY_MINUTES } from "../../domain/limits.ts"
import { type ParsedInput, parseAmountInput, type Separators } from "../../domain/money.ts"
import type { Problem } from "../../domain/problem.ts"
import {
  AMOUNT_LIMITS,
  type Away,
  EXCLUSION_CHOICES,
  exclusionEnd,
  isAmountLimit,
  type LimitName,
  type MemberLimit,
  minutesRange,
  PAUSE_CHOICES,
  type Protection,
  pauseEnd,
  usedShare,
} from "../../domain/protection.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useNavigation, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { type ProtectionControls, useProtection } from "../../runtime/hooks/use-protection.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { type Format, useFormat } from "../../ui/format.ts"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { AmountField } from "../patterns/amount-field.tsx"
import { FormError } from "../patterns/form-view.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { fullTitle, limitTitle } from "../patterns/own-limits.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import styles from "./limits.module.css"
import { SharedLogin } from "./shared-login.tsx"

/** The groups of limits, in the order of the page. */
const GROUPS = ["deposit", "stake", "loss", "other"] as const
type Group = (typeof GROUPS)[number]

const groupOf = (name: LimitName): Group => (isAmountLimit(name) ? AMOUNT_LIMITS[name].kind : "other")

/** A value of a limit in the member's language; null is no limit. */
const valueText = (intl: IntlShape, format: Format, name: LimitName, value: string | null): string => {
  const shown = value ?? (name === "reality_minutes" ? String(REALITY_MINUTES.default) : null)
  if (shown === null) return intl.formatMessage({ id: "protection.none" })
  if (isAmountLimit(name)) return format.amount(shown)
  if (minutesRange(name) === null) return format.number(shown)
  return intl.formatMessage({ id: "protection.minutes" }, { count: Number(shown) })
}

interface LimitRowProps {
  readonly limit: MemberLimit
  readonly nowMs: number
  readonly controls: ProtectionControls
}

const Used = ({ limit }: Pick<LimitRowProps, "limit">) => {
  const intl = useIntl()
  const format = useFormat()
  if (limit.value === null || minutesRange(limit.name) !== null) return null
  const { freesAtMs } = limit
  const used = { used: valueText(intl, format, limit.name, limit.used) }
  return (
    <>
      <progress className={styles.used} value={usedShare(limit)} aria-hidden="true" />
      {intl.formatMessage({ id: "protection.used" }, used)}
      {freesAtMs === undefined ? null : (
        <>
          <br />
          {intl.formatMessage({ id: "protection.frees" }, { from: freesAtMs })}
        </>
      )}
    </>
  )
}

/** A limit, what is used of it, and the looser one that waits for a second yes. */
const LimitRow = ({ limit, nowMs, controls }: LimitRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { name, value, waiting, waitsUntilMs = 0 } = limit
  const isDue = waiting !== undefined && waitsUntilMs <= nowMs
  return (
    <ListRow
      title={limitTitle(intl, name)}
      subtitle={
        <>
          <Used limit={limit} />
          {waiting === undefined ? null : (
            <div>
              {intl.formatMessage(
                { id: isDue ? "protection.due" : "protection.waiting" },
                { value: valueText(intl, format, name, waiting), from: waitsUntilMs },
              )}
            </div>
          )}
        </>
      }
      value={valueText(intl, format, name, value)}
      onPress={() => controls.edit(name)}
      trailing={
        isDue ? (
          <Button
            size="small"
            tone="secondary"
            busy={controls.phase === "confirming" && controls.name === name}
            onClick={() => controls.confirm(name, waiting ?? null)}
          >
            {intl.formatMessage({ id: "ui.confirm" })}
          </Button>
        ) : undefined
      }
    />
  )
}

const UNBOUNDED = { minimum: null, maximum: null, available: null }

/** Reads a typed limit. An amount of zero is allowed: it blocks. */
const parseLimit = (name: LimitName, typed: string, separators: Separators): ParsedInput => {
  if (/^\s*0+\s*$/u.test(typed) && minutesRange(name) === null)
    return { ok: true, value: isAmountLimit(name) ? "0.00" : "0" }
  if (!isAmountLimit(name)) {
    const digits = typed.trim()
    return /^\d{1,6}$/u.test(digits)
      ? { ok: true, value: digits }
      : { ok: false, problem: { reason: "field.invalid" } }
  }
  return parseAmountInput(typed, separators, UNBOUNDED)
}

interface EditorProps {
  readonly limit: MemberLimit
  readonly controls: ProtectionControls
}

/** Types a limit, or chooses none. */
const LimitEditor = ({ limit, controls }: EditorProps) => {
  const intl = useIntl()
  const text = useText()
  const format = useFormat()
  const textOf = useProblemText()
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<Problem | null>(null)
  const { name } = limit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseLimit(name, typed, format.separators)
    if (parsed.ok) controls.submit(parsed.value)
    else setProblem(parsed.problem)
  }
  const field = {
    label: limitTitle(intl, name),
    value: typed,
    onChange: (value: string) => {
      setTyped(value)
      setProblem(null)
    },
    error: textOf(problem ?? controls.failure, "amount"),
    hint: text(name.startsWith("loss") ? "protection.hint.loss" : "protection.hint"),
    autoFocus: true,
    enterKeyHint: "done",
  } as const
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {isAmountLimit(name) ? <AmountField {...field} /> : <Field {...field} kind="digits" />}
      <Button type="submit" wide busy={controls.busy}>
        {text("protection.save")}
      </Button>
      <Button tone="secondary" wide disabled={controls.busy} onClick={() => controls.submit(null)}>
        {text(name === "reality_minutes" ? "protection.default" : "protection.none")}
      </Button>
    </form>
  )
}

const lengthText = (intl: IntlShape, { kind, length }: Away): string =>
  intl.formatMessage({ id: kind === "pause" ? "protection.days" : "protection.months" }, { count: length })

const AwayChoices = ({ kind, controls }: Pick<Away, "kind"> & { readonly controls: ProtectionControls }) => {
  const intl = useIntl()
  const lengths = kind === "pause" ? PAUSE_CHOICES : EXCLUSION_CHOICES
  return (
    <div className={styles.choices}>
      {lengths.map((length) => (
        <Button key={length} size="small" tone="secondary" onClick={() => controls.askAway({ kind, length })}>
          {lengthText(intl, { kind, length })}
        </Button>
      ))}
    </div>
  )
}

const AwayQuestion = ({ nowMs, controls }: Omit<LimitRowProps, "limit">) => {
  const intl = useIntl()
  const { away, phase, busy, cancel, yes } = controls
  if (away === null) return null
  const until = away.kind === "pause" ? pauseEnd(nowMs, away.length) : exclusionEnd(nowMs, away.length)
  return (
    <Modal
      open={phase === "asking" || phase === "leaving"}
      tone="danger"
      busy={busy}
      title={intl.formatMessage(
        { id: `protection.question.${away.kind}` },
        { length: lengthText(intl, away) },
      )}
      confirmLabel={intl.formatMessage({ id: `protection.yes.${away.kind}` })}
      onConfirm={yes}
      onCancel={cancel}
    >
      {intl.formatMessage({ id: "protection.question.text" }, { until })}
    </Modal>
  )
}

export interface LimitsViewProps {
  readonly protection: Loadable<Protection>
  readonly controls: ProtectionControls
  readonly nowMs: number
  readonly onBack: () => void
}

/** The member's own limits with what is used of them, a pause and a self-exclusion. */
export const LimitsView = ({ protection, controls, nowMs, onBack }: LimitsViewProps) => {
  const intl = useIntl()
  const text = useText()
  const textOf = useProblemText()
  const isEditing = controls.phase === "editing" || controls.phase === "changing"
  return (
    <SubPage money width="form" title={text("protection.title")} onBack={onBack}>
      <SharedLogin />
      <Notice>{text("protection.text")}</Notice>
      <FormError>{isEditing ? undefined : textOf(controls.failure)}</FormError>
      <Loaded query={protection} skeleton={<Skeleton shape="row" count={8} />}>
        {({ limits }) => (
          <>
            {GROUPS.map((group) => (
              <ListGroup key={group} title={text(`protection.group.${group}`)}>
                <List>
                  {limits
                    .filter(({ name }) => groupOf(name) === group)
                    .map((limit) => (
                      <LimitRow key={limit.name} limit={limit} nowMs={nowMs} controls={controls} />
                    ))}
                </List>
              </ListGroup>
            ))}
            <Sheet
              open={isEditing}
              onClose={controls.cancel}
              dismissable={!controls.busy}
              title={text(`protection.group.${groupOf(controls.name ?? "stake_day")}`)}
            >
              {limits
                .filter(({ name }) => isEditing && name === controls.name)
                .map((limit) => (
                  <LimitEditor key={limit.name} limit={limit} controls={controls} />
                ))}
            </Sheet>
          </>
        )}
      </Loaded>
      {(["pause", "exclude"] as const).map((kind) => (
        <ListGroup
          key={kind}
          title={text(`protection.${kind}`)}
          footnote={intl.formatMessage({ id: `protection.${kind}.text` }, { days: PAUSE_DAYS.max })}
        >
          <AwayChoices kind={kind} controls={controls} />
        </ListGroup>
      ))}
      <AwayQuestion nowMs={nowMs} controls={controls} />
    </SubPage>
  )
}

export const Limits = () => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const { back } = usePageNavigation()
  const { reLaunch } = useNavigation()
  const { toast } = useFeedback()
  const { refresh } = useSession()
  const nowMs = useServerNow()
  const protection = useQuery("protection", {}, { refreshOn: ["member.changed", "protection.refused"] })
  const describe = (name: LimitName, value: string | null) =>
    `${fullTitle(intl, name)}, ${valueText(intl, format, name, value)}`
  const controls = useProtection(protection.data?.revision ?? 0, describe, (isAway) => {
    protection.onRenew()
    if (isAway) {
      refresh()
      void reLaunch(urlOf("empty"))
    } else toast(text("protection.saved"))
  })
  return <LimitsView protection={protection} controls={controls} nowMs={nowMs} onBack={back} />
}
