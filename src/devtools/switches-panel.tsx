/** Display options, faults in this browser, and faults of the server. */
import { panelStyles as styles } from "@financial-links/console"
import { useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { selectLocale, selectTheme } from "../../machines/startup.ts"
import { SLOW_NETWORK_MS } from "../contract/faults.ts"
import { LOCALES, type Locale } from "../domain/limits.ts"
import { localeTagOf } from "../domain/locale.ts"
import type { Theme } from "../events/startup.ts"
import { useActorState } from "../runtime/hooks/runtime-context.tsx"
import { Button } from "../ui/Button.tsx"
import { ListGroup } from "../ui/List.tsx"
import { Segmented } from "../ui/Segmented.tsx"
import { SelectField } from "../ui/SelectField.tsx"
import { useAppConsole } from "./app-console.ts"
import ownStyles from "./panels.module.css"
import { ServerFaults } from "./server-faults.tsx"
import type { SwitchStates } from "./switches.ts"

const DAY_MS = 24 * 60 * 60 * 1_000
const CLOCKS = ["behind", "right", "ahead"] as const
type Clock = (typeof CLOCKS)[number]
const skews: Readonly<Record<Clock, number>> = { behind: -DAY_MS, right: 0, ahead: DAY_MS }
const THEMES: readonly Theme[] = ["system", "light", "dark"]

const isLocale = (value: string): value is Locale => LOCALES.some((locale) => locale === value)

const endonym = (locale: Locale): string => {
  const tag = localeTagOf(locale)
  const [language = tag] = tag.split("-")
  return new Intl.DisplayNames([tag], { type: "language" }).of(language) ?? locale
}

type Flag = {
  [Name in keyof SwitchStates]: SwitchStates[Name] extends boolean ? Name : never
}[keyof SwitchStates]

const Switch = ({ name, flag }: { readonly name: string; readonly flag: Flag }) => {
  const { switches } = useAppConsole()
  const isOn = useSyncExternalStore(switches.onChange, () => switches.read()[flag])
  return (
    <label className={ownStyles.switch}>
      <span>{name}</span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ currentTarget }) => switches.set({ [flag]: currentTarget.checked })}
      />
    </label>
  )
}

const Appearance = () => {
  const intl = useIntl()
  const { startup } = useAppConsole().present.boot
  const locale = useActorState(startup, selectLocale)
  const theme = useActorState(startup, selectTheme)
  return (
    <ListGroup title={intl.formatMessage({ id: "inspect.appearance" })}>
      <SelectField
        label={intl.formatMessage({ id: "inspect.language" })}
        value={locale}
        options={LOCALES.map((each) => ({ value: each, label: endonym(each) }))}
        onChange={(next) => {
          if (isLocale(next)) startup.send({ type: "startup.setLocale", locale: next })
        }}
      />
      <Segmented
        label={intl.formatMessage({ id: "inspect.theme" })}
        value={theme}
        options={THEMES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `inspect.theme.${value}` }),
        }))}
        onChange={(next) => startup.send({ type: "startup.setTheme", theme: next })}
      />
      <Switch flag="isStill" name={intl.formatMessage({ id: "inspect.still" })} />
      <Switch flag="isLarge" name={intl.formatMessage({ id: "inspect.large" })} />
      <Switch flag="areTargetsShown" name={intl.formatMessage({ id: "inspect.targets" })} />
    </ListGroup>
  )
}

const Faults = () => {
  const intl = useIntl()
  const { switches } = useAppConsole()
  const skewMs = useSyncExternalStore(switches.onChange, () => switches.read().skewMs)
  return (
    <ListGroup title={intl.formatMessage({ id: "inspect.faults" })}>
      <Switch flag="isOffline" name={intl.formatMessage({ id: "inspect.offline" })} />
      <Switch flag="isSlow" name={intl.formatMessage({ id: "inspect.slow" }, { ms: SLOW_NETWORK_MS })} />
      <Switch flag="isStorageFull" name={intl.formatMessage({ id: "inspect.full" })} />
      <Segmented
        label={intl.formatMessage({ id: "inspect.clock" })}
        value={CLOCKS.find((clock) => skews[clock] === skewMs)}
        options={CLOCKS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `inspect.clock.${value}` }),
        }))}
        onChange={(clock) => switches.set({ skewMs: skews[clock] })}
      />
    </ListGroup>
  )
}

export const SwitchesPanel = () => {
  const intl = useIntl()
  const { turnOff } = useAppConsole()
  return (
    <div className={styles.sections}>
      <Appearance />
      <Faults />
      <ServerFaults />
      <Button tone="quiet" onClick={turnOff}>
        {intl.formatMessage({ id: "inspect.turn-off" })}
      </Button>
    </div>
  )
}
