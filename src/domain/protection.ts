/**
 * A member's own limits, pause and exclusion. A limit becomes tighter at once, and looser after a
 * wait and a second yes. A day is one in Lagos; a week and a month are the last 7 and 30 of them.
 */
import { Schema } from "effect"
import { ACCOUNT_OFFSET_MS, DAY_MS } from "./account-day.ts"
import { Amount, AtMs } from "./entities.ts"
import { EXCLUSION_MONTHS, PAUSE_DAYS, REALITY_MINUTES, SESSION_MINUTES } from "./limits.ts"
import { amountOf, type Kobo, koboOf } from "./money.ts"

export const LIMIT_DAYS = { day: 1, week: 7, month: 30 } as const
export type LimitPeriod = keyof typeof LIMIT_DAYS
export type LimitedKind = "deposit" | "stake" | "loss"

/** Limits of amounts, by what they limit and the days that they look back. */
export const AMOUNT_LIMITS = {
  deposit_day: { kind: "deposit", period: "day" },
  deposit_week: { kind: "deposit", period: "week" },
  deposit_month: { kind: "deposit", period: "month" },
  stake_day: { kind: "stake", period: "day" },
  stake_week: { kind: "stake", period: "week" },
  stake_month: { kind: "stake", period: "month" },
  loss_day: { kind: "loss", period: "day" },
  loss_week: { kind: "loss", period: "week" },
  loss_month: { kind: "loss", period: "month" },
} as const satisfies Readonly<Record<string, { kind: LimitedKind; period: LimitPeriod }>>
export type AmountLimit = keyof typeof AMOUNT_LIMITS

export const LIMIT_NAMES = [
  "deposit_day",
  "deposit_week",
  "deposit_month",
  "stake_day",
  "stake_week",
  "stake_month",
  "loss_day",
  "loss_week",
  "loss_month",
  "open_contracts",
  "session_minutes",
  "reality_minutes",
] as const
export const LimitName = Schema.Literals(LIMIT_NAMES)
export type LimitName = typeof LimitName.Type

export const isAmountLimit = (name: LimitName): name is AmountLimit => name in AMOUNT_LIMITS

/** Limits in force, in kobo or as a count. One that is absent does not exist. */
export type Limits = Readonly<Partial<Record<LimitName, bigint>>>

/** An amount, or a count. */
export const LimitValue = Schema.String.check(Schema.isPattern(/^\d{1,13}(\.\d{2})?$/u))

/** A value as it is compared; null for a fraction of a count. */
export const limitUnits = (name: LimitName, value: string): bigint | null => {
  if (isAmountLimit(name)) return koboOf(value.includes(".") ? value : `${value}.00`)
  return value.includes(".") ? null : BigInt(value)
}

export const limitValue = (name: LimitName, units: bigint): string =>
  isAmountLimit(name) ? amountOf(units) : String(units)

/** How long a member wants to stay away: days of a pause, months of an exclusion. */
export const Away = Schema.Struct({ kind: Schema.Literals(["pause", "exclude"]), length: Schema.Int })
export type Away = typeof Away.Type

/** A limit as its member sees it. */
const MemberLimit = Schema.Struct({
  name: LimitName,
  value: Schema.NullOr(LimitValue),
  /** What is used of it: of losses what is lost and what open contracts can still lose. */
  used: Schema.String,
  /** The looser value that waits, null for none at all; absent where nothing waits. */
  waiting: Schema.optionalKey(Schema.NullOr(LimitValue)),
  /** From when on a second yes puts it in force. */
  waitsUntilMs: Schema.optionalKey(AtMs),
  /** When some of a limit that is used up is free again. Absent where no time frees it. */
  freesAtMs: Schema.optionalKey(AtMs),
}).pipe(Schema.encodeKeys({ waitsUntilMs: "waits_until_ms", freesAtMs: "frees_at_ms" }))
export type MemberLimit = typeof MemberLimit.Type

export const Protection = Schema.Struct({
  /** Counts the member's changes: a change names the one that it was made after. */
  revision: Schema.Int,
  limits: Schema.Array(MemberLimit),
  pausedUntilMs: Schema.NullOr(AtMs),
  excludedUntilMs: Schema.NullOr(AtMs),
  /** Of this session: since when, and what contracts that ended since then brought or cost. */
  sessionSinceMs: AtMs,
  sessionResult: Amount,
  /** The limits have stood for half a year: the member is asked whether they are still right. */
  reviewDue: Schema.optionalKey(Schema.Boolean),
  /** The limits in force as a signed note. Absent before the first change. */
  promise: Schema.optionalKey(Schema.String),
}).pipe(
  Schema.encodeKeys({
    ...{ pausedUntilMs: "paused_until_ms", excludedUntilMs: "excluded_until_ms" },
    ...{ sessionSinceMs: "session_since_ms", sessionResult: "session_result", reviewDue: "review_due" },
  }),
)
export type Protection = typeof Protection.Type

/** The first millisecond of the day of a number. */
export const dayStartMs = (day: number): number => day * DAY_MS - ACCOUNT_OFFSET_MS

/** Amounts by the number of their day. */
export type DaySums = ReadonlyMap<number, Kobo>

/** The sum of the days that a limit looks back to from a day. */
export const sumOfDays = (sums: DaySums, today: number, period: LimitPeriod): Kobo =>
  [...sums].filter(([day]) => day > today - LIMIT_DAYS[period]).reduce((sum, [, amount]) => sum + amount, 0n)

/**
 * The start of the first later day on which `wanted` more is within a limit, if nothing else changes;
 * null where no day is. `always` counts on every day.
 */
export const freesAtMs = (
  sums: DaySums,
  today: number,
  {
    period,
    limit,
    wanted,
    always,
  }: Readonly<{ period: LimitPeriod } & Record<"limit" | "wanted" | "always", Kobo>>,
): number | null => {
  for (let day = today + 1; day <= today + LIMIT_DAYS[period]; day += 1)
    if (sumOfDays(sums, day, period) + always + wanted <= limit) return dayStartMs(day)
  return null
}

/** A limit that waits: its new value, null for none at all, and from when on it can be confirmed. */
export interface WaitingLimit {
  readonly units: bigint | null
  readonly fromMs: number
}

export type LimitChange = "same" | "tighter" | "looser"

/** How a wanted value, null for none, compares with the one in force. */
export const compareLimit = (current: bigint | undefined, wanted: bigint | null): LimitChange => {
  if (current === undefined) return wanted === null ? "same" : "tighter"
  if (wanted === current) return "same"
  return wanted === null || wanted > current ? "looser" : "tighter"
}

/** The end of a pause. */
export const pauseEnd = (fromMs: number, days: number): number => fromMs + days * DAY_MS

/** The end of an exclusion, whose months are those of the calendar. */
export const exclusionEnd = (fromMs: number, months: number): number => {
  const end = new Date(fromMs)
  const month = end.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), month + 1, 0)).getUTCDate()
  end.setUTCMonth(month, Math.min(end.getUTCDate(), lastDay))
  return end.getTime()
}

/** The bounds of a limit of minutes; null for the others. */
export const minutesRange = (name: LimitName): { readonly min: number; readonly max: number } | null => {
  if (name === "session_minutes") return SESSION_MINUTES
  return name === "reality_minutes" ? REALITY_MINUTES : null
}

/** Durations that a page offers: days of a pause. */
export const PAUSE_CHOICES: readonly number[] = [PAUSE_DAYS.min, 7, 14, PAUSE_DAYS.max]
/** Months of an exclusion. */
export const EXCLUSION_CHOICES: readonly number[] = [EXCLUSION_MONTHS.min, 12, 24, EXCLUSION_MONTHS.max]

/** The limits of orders of which at least this share is used are shown in the ticket. */
const NEAR_SHARE = 0.8

/** The share of a limit that is used, from 0 to 1. A limit of nothing is used up. */
export const usedShare = ({ name, value, used }: Pick<MemberLimit, "name" | "value" | "used">): number => {
  if (value === null) return 0
  const limit = limitUnits(name, value) ?? 0n
  const spent = isAmountLimit(name) ? koboOf(used) : BigInt(used)
  if (limit <= 0n || spent >= limit) return 1
  return spent <= 0n ? 0 : Number((spent * 1000n) / limit) / 1000
}

/** The limit of orders that is used most, where it is nearly used up. */
export const nearLimit = (limits: readonly MemberLimit[]): MemberLimit | null => {
  const near = limits
    .filter(({ name }) => !name.startsWith("deposit") && minutesRange(name) === null)
    .filter((limit) => usedShare(limit) >= NEAR_SHARE)
  return near.toSorted((a, b) => usedShare(b) - usedShare(a))[0] ?? null
}
