/** The fault lab of a server that was started for it: the same plans as on the command line. */

import { Schema } from "effect"
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import { FAULT_USAGE, readFault } from "../domain/fault-words.ts"
import { FaultPlan, NO_FAULTS, ruleOf } from "../domain/faults.ts"
import { Button } from "../ui/Button.tsx"
import { Field } from "../ui/Field.tsx"
import { List, ListGroup, ListRow } from "../ui/List.tsx"
import styles from "./panels.module.css"

const CONTROL_PATH = "/api/lab/faults"
const Plans = Schema.Struct({
  plans: Schema.Array(Schema.Struct({ scope: Schema.String, plan: Schema.NullOr(FaultPlan) })),
})
const decodePlans = Schema.decodeUnknownOption(Plans)
/** Whoever has no scope of their own. */
const EVERYONE = "everyone"

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/** A server says with its page whether it has a lab; one that says nothing at all (in development) has to be asked. */
const canBeAsked = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  const said = isNavigation(document) ? document.serverTiming.map(({ name }) => name) : []
  return said.length === 0 || said.includes("lab")
}

/** The plan for everyone; null where there is no lab. */
const readPlan = async (): Promise<FaultPlan | null> => {
  if (!canBeAsked()) return null
  const response = await fetch(CONTROL_PATH, { cache: "no-store" })
  if (!response.ok) return null
  const decoded = decodePlans(await response.json())
  if (decoded._tag === "None") return null
  return decoded.value.plans.find(({ scope }) => scope === EVERYONE)?.plan ?? NO_FAULTS
}

const writePlan = async (plan: FaultPlan): Promise<boolean> =>
  (await fetch(CONTROL_PATH, { method: "PUT", body: JSON.stringify(plan) })).ok

const wordsOf = ({ fault }: FaultPlan["rules"][number]): string => Object.values(fault).join(" ")

/** What is wrong with the device, in the words of the command line; "" where nothing is. */
const deviceWordsOf = ({ client }: FaultPlan): string =>
  [
    client.skewMs === 0 ? "" : `clock ${client.skewMs} ms`,
    client.storage === "works" ? "" : `storage ${client.storage}`,
    client.online ? "" : "network off",
  ]
    .filter(Boolean)
    .join(" · ")

/** The same rule may stand twice, and only its place tells them apart. */
const keyed = (rules: FaultPlan["rules"]) =>
  rules.map((rule, index) => ({ rule, key: `${index} ${rule.at}` }))

const usePlan = () => {
  const [plan, setPlan] = useState<FaultPlan | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    readPlan().then(setPlan, () => {})
  }, [])
  const set = (next: FaultPlan) => {
    writePlan(next).then(
      (isTaken) => {
        setRefused(!isTaken)
        if (isTaken) setPlan(next)
      },
      () => setRefused(true),
    )
  }
  return { plan, isRefused, judge: setRefused, set }
}

const PlanForm = ({ lab }: { readonly lab: ReturnType<typeof usePlan> & { readonly plan: FaultPlan } }) => {
  const intl = useIntl()
  const { plan, isRefused, judge, set } = lab
  const device = deviceWordsOf(plan)
  const [at, setAt] = useState("")
  const [typed, setTyped] = useState("")
  const add = () => {
    const fault = readFault(typed)
    if (fault === null || at.trim() === "") return judge(true)
    set({ ...plan, rules: [...plan.rules, ruleOf(at.trim(), fault)] })
  }
  return (
    <>
      {plan.rules.length === 0 && device === "" ? null : (
        <List>
          {device === "" ? null : (
            <ListRow title={intl.formatMessage({ id: "inspect.server.device" })} subtitle={device} />
          )}
          {keyed(plan.rules).map(({ key, rule }) => (
            <ListRow
              key={key}
              title={<span className={styles.mono}>{rule.at}</span>}
              subtitle={wordsOf(rule)}
            />
          ))}
        </List>
      )}
      <Field
        label={intl.formatMessage({ id: "inspect.server.at" })}
        hint="orderCreate, quotes, upload, stream"
        value={at}
        onChange={setAt}
      />
      <Field
        label={intl.formatMessage({ id: "inspect.server.fault" })}
        hint={FAULT_USAGE.join(" · ")}
        error={isRefused ? intl.formatMessage({ id: "inspect.server.refused" }) : undefined}
        value={typed}
        onChange={(next) => {
          judge(false)
          setTyped(next)
        }}
      />
      <div className={styles.actions}>
        <Button size="small" tone="secondary" onClick={add}>
          {intl.formatMessage({ id: "inspect.server.add" })}
        </Button>
        <Button size="small" tone="quiet" onClick={() => set(NO_FAULTS)}>
          {intl.formatMessage({ id: "inspect.server.clear" })}
        </Button>
      </div>
    </>
  )
}

export const ServerFaults = () => {
  const intl = useIntl()
  const lab = usePlan()
  const { plan } = lab
  const title = intl.formatMessage({ id: "inspect.server" })
  if (plan === null)
    return (
      <ListGroup title={title}>
        <p className={styles.note}>{intl.formatMessage({ id: "inspect.server.none" })}</p>
      </ListGroup>
    )
  return (
    <ListGroup title={title}>
      <PlanForm lab={{ ...lab, plan }} />
    </ListGroup>
  )
}
