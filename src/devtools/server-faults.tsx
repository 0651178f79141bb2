/** Fault injection of the server, with the same words as the operator command. */
import { panelStyles as styles } from "@financial-links/console"
import { Schema } from "effect"
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import {
  ClientFaults,
  DEFAULT_SCOPE,
  type DeviceText,
  FAULT_LAB_PATH,
  FAULT_USAGE,
  type FaultPlan,
  FaultReport,
  formatFault,
  NO_FAULTS,
  parseDevice,
  parseRule,
} from "../contract/faults.ts"
import { Button } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { List, ListGroup, ListRow } from "../ui/List.tsx"
import { Segmented } from "../ui/Segmented.tsx"
import ownStyles from "./panels.module.css"

interface PlanProps {
  readonly plan: FaultPlan
  readonly change: FaultInjection["change"]
}

/** A plan may hold the same rule twice: the key includes the index. */
const keyed = (rules: FaultPlan["rules"]) =>
  rules.map((rule, index) => ({ rule, key: `${index} ${rule.at}` }))

/** When a rule applies, if not always. */
const conditionOf = ({ from, count, chance }: FaultPlan["rules"][number]): string =>
  [
    from === 1 ? "" : `from ${from}`,
    count === null ? "" : `count ${count}`,
    chance === 100 ? "" : `${chance} %`,
  ]
    .filter(Boolean)
    .join(" ")

const ActiveRules = ({ plan, met }: ActiveFaults) => {
  const intl = useIntl()
  if (plan.rules.length === 0) return null
  return (
    <List>
      {keyed(plan.rules).map(({ key, rule }) => (
        <ListRow
          key={key}
          title={<span className={styles.mono}>{rule.at}</span>}
          subtitle={[
            formatFault(rule.fault),
            conditionOf(rule),
            intl.formatMessage({ id: "inspect.server.met" }, { count: met[rule.at] ?? 0 }),
          ]
            .filter(Boolean)
            .join(" · ")}
        />
      ))}
    </List>
  )
}

const NUMBERS = ["from", "count", "chance"] as const
const EMPTY = { at: "", fault: "", from: "", count: "", chance: "" }

const RuleForm = ({ plan, change }: PlanProps) => {
  const intl = useIntl()
  const [typed, setTyped] = useState(EMPTY)
  const [seed, setSeed] = useState(plan.seed)
  const [refusal, setRefusal] = useState<"fault" | "numbers" | null>(null)
  const type = (part: keyof typeof EMPTY) => (value: string) => {
    setRefusal(null)
    setTyped({ ...typed, [part]: value })
  }
  const add = async () => {
    const rule = parseRule(typed)
    if (typeof rule === "string") return setRefusal(rule)
    const isAccepted = await change((now) => ({
      ...now,
      seed: seed.trim() || now.seed,
      rules: [...now.rules, rule],
    }))
    setRefusal(isAccepted ? null : "fault")
  }
  return (
    <>
      <Field
        label={intl.formatMessage({ id: "inspect.server.at" })}
        hint="orderCreate, quotes, upload, stream"
        value={typed.at}
        onChange={type("at")}
      />
      <Field
        label={intl.formatMessage({ id: "inspect.server.fault" })}
        hint={FAULT_USAGE.join(" · ")}
        error={refusal === "fault" ? intl.formatMessage({ id: "inspect.server.refused" }) : undefined}
        value={typed.fault}
        onChange={type("fault")}
      />
      <div className={ownStyles.numbers}>
        {NUMBERS.map((part) => (
          <Field
            key={part}
            kind="digits"
            label={intl.formatMessage({ id: `inspect.server.${part}` })}
            value={typed[part]}
            onChange={type(part)}
          />
        ))}
        <Field label={intl.formatMessage({ id: "inspect.server.seed" })} value={seed} onChange={setSeed} />
      </div>
      {refusal === "numbers" ? (
        <p role="alert" className={styles.note}>
          {intl.formatMessage({ id: "inspect.server.numbers" })}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button size="small" tone="secondary" onClick={add}>
          {intl.formatMessage({ id: "inspect.server.add" })}
        </Button>
        <Button size="small" tone="quiet" onClick={() => change(() => NO_FAULTS)}>
          {intl.formatMessage({ id: "inspect.server.clear" })}
        </Button>
      </div>
    </>
  )
}

/** Words of the operator command, the same in every language. */
const commandWords = <Word extends string>(words: readonly Word[]) =>
  words.map((value) => ({ value, label: <span className={styles.mono}>{value}</span> }))

const DeviceForm = ({ plan, change }: PlanProps) => {
  const intl = useIntl()
  const { skewMs, storage, network } = plan.client
  const [clock, setClock] = useState(String(skewMs))
  const [isInvalid, setInvalid] = useState(false)
  const set = (typed: DeviceText) => {
    setInvalid(parseDevice(typed, plan.client) === null)
    void change((now) => ({ ...now, client: parseDevice(typed, now.client) ?? now.client }))
  }
  return (
    <>
      <Field
        label={intl.formatMessage({ id: "inspect.server.clock" })}
        error={isInvalid ? intl.formatMessage({ id: "inspect.server.clock.refused" }) : undefined}
        value={clock}
        onChange={setClock}
      />
      <div className={styles.actions}>
        <Button size="small" tone="secondary" onClick={() => set({ clock })}>
          {intl.formatMessage({ id: "inspect.server.clock.set" })}
        </Button>
      </div>
      <Segmented
        label={intl.formatMessage({ id: "inspect.storage" })}
        value={storage}
        options={commandWords(ClientFaults.fields.storage.literals)}
        onChange={(next) => set({ storage: next })}
      />
      <Segmented
        label={intl.formatMessage({ id: "inspect.server.network" })}
        value={network}
        options={commandWords(ClientFaults.fields.network.literals)}
        onChange={(next) => set({ network: next })}
      />
    </>
  )
}

export const ServerFaults = () => {
  const intl = useIntl()
  const { active, change } = useFaultInjection()
  const title = intl.formatMessage({ id: "inspect.server" })
  if (active === null)
    return (
      <ListGroup title={title}>
        <p className={styles.note}>{intl.formatMessage({ id: "inspect.server.none" })}</p>
      </ListGroup>
    )
  const { plan } = active
  return (
    <>
      <ListGroup title={title}>
        <ActiveRules {...active} />
        <RuleForm plan={plan} change={change} />
      </ListGroup>
      <ListGroup title={intl.formatMessage({ id: "inspect.server.device" })}>
        <DeviceForm key={plan.client.skewMs} plan={plan} change={change} />
      </ListGroup>
    </>
  )
}

// Reads and changes the fault plan of a server that was started with fault injection.

const decodeReport = Schema.decodeUnknownOption(FaultReport)

type ActiveFaults = Pick<FaultReport["plans"][number], "plan" | "met">

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/**
 * A Server-Timing header of the page announces fault injection; without any such header (in
 * development) it is possible.
 */
const isPossible = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  const announced = isNavigation(document) ? document.serverTiming.map(({ name }) => name) : []
  return announced.length === 0 || announced.includes("lab")
}

/** The plan for all clients with its counts; null if the server has no fault injection. */
const read = async (): Promise<ActiveFaults | null> => {
  if (!isPossible()) return null
  const response = await fetch(FAULT_LAB_PATH, { cache: "no-store" })
  if (!response.ok) return null
  const decoded = decodeReport(await response.json())
  if (decoded._tag === "None") return null
  return decoded.value.plans.find(({ scope }) => scope === DEFAULT_SCOPE) ?? { plan: NO_FAULTS, met: {} }
}

const write = async (plan: FaultPlan): Promise<boolean> =>
  (await fetch(FAULT_LAB_PATH, { method: "PUT", body: JSON.stringify(plan) })).ok

interface FaultInjection {
  /** Null until loaded, and if the server has no fault injection. */
  readonly active: ActiveFaults | null
  /**
   * Changes the server's current plan, which the command line may have changed. Resolves to false
   * if it was refused.
   */
  readonly change: (next: (plan: FaultPlan) => FaultPlan) => Promise<boolean>
}

const useFaultInjection = (): FaultInjection => {
  const [active, setActive] = useState<ActiveFaults | null>(null)
  useEffect(() => {
    read().then(setActive, () => {})
  }, [])
  const change: FaultInjection["change"] = async (next) => {
    try {
      const before = await read()
      const isAccepted = before !== null && (await write(next(before.plan)))
      if (isAccepted) setActive(await read())
      return isAccepted
    } catch {
      return false
    }
  }
  return { active, change }
}
