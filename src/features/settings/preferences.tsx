import { useIntl } from "react-intl"
import { LOCALES, type Locale } from "../../domain/limits.ts"
import { ActionSheet } from "../../ui/Sheet.tsx"
import { languageNames } from "./language-names.ts"

export const THEMES = ["system", "light", "dark"] as const
export type ThemeChoice = (typeof THEMES)[number]
const COLOURS = ["green-up", "red-up"] as const
export type ColoursChoice = (typeof COLOURS)[number]

export interface PreferenceProps<Choice> {
  readonly open: boolean
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
  readonly onClose: () => void
}

export const LanguageSheet = ({ open, chosen, onChoose, onClose }: PreferenceProps<Locale>) => {
  const intl = useIntl()
  const pick = (id: string) => {
    const locale = LOCALES.find((known) => known === id)
    if (locale) onChoose(locale)
    onClose()
  }
  return (
    <ActionSheet
      open={open}
      title={intl.formatMessage({ id: "preferences.language" })}
      actions={LOCALES.map((id) => ({
        id,
        label: languageNames[id].name,
        lang: languageNames[id].tag,
        chosen: id === chosen,
      }))}
      onPick={pick}
      onClose={onClose}
    />
  )
}

interface ChoiceSheetProps<Choice extends string> extends PreferenceProps<Choice> {
  readonly name: "theme" | "colours"
  readonly choices: readonly Choice[]
  readonly labelOf: (choice: Choice) => string
}

const ChoiceSheet = <Choice extends string>(props: ChoiceSheetProps<Choice>) => {
  const { open, chosen, choices, onClose } = props
  const intl = useIntl()
  return (
    <ActionSheet
      open={open}
      title={intl.formatMessage({ id: `preferences.${props.name}` })}
      actions={choices.map((id) => ({ id, label: props.labelOf(id), chosen: id === chosen }))}
      onPick={(picked) => {
        const choice = choices.find((known) => known === picked)
        if (choice) props.onChoose(choice)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** A sheet to choose the theme: system, light or dark. */
export const ThemeSheet = (props: PreferenceProps<ThemeChoice>) => {
  const intl = useIntl()
  const labelOf = (id: ThemeChoice) => intl.formatMessage({ id: `preferences.theme.${id}` })
  return <ChoiceSheet {...props} name="theme" choices={THEMES} labelOf={labelOf} />
}

/** A sheet to choose whether up is green or red. */
export const ColoursSheet = (props: PreferenceProps<ColoursChoice>) => {
  const intl = useIntl()
  const labelOf = (id: ColoursChoice) => intl.formatMessage({ id: `preferences.colours.${id}` })
  return <ChoiceSheet {...props} name="colours" choices={COLOURS} labelOf={labelOf} />
}
