import { useIntl } from "react-intl"
import { LOCALES, type Locale } from "../../domain/limits.ts"
import { ActionSheet } from "../../ui/Sheet.tsx"
import { languageNames } from "./language-names.ts"

export const THEMES = ["system", "light", "dark"] as const
export type ThemeChoice = (typeof THEMES)[number]

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

/** A sheet to choose the theme: system, light or dark. */
export const ThemeSheet = ({ open, chosen, onChoose, onClose }: PreferenceProps<ThemeChoice>) => {
  const intl = useIntl()
  const pick = (id: string) => {
    const theme = THEMES.find((known) => known === id)
    if (theme) onChoose(theme)
    onClose()
  }
  return (
    <ActionSheet
      open={open}
      title={intl.formatMessage({ id: "preferences.theme" })}
      actions={THEMES.map((id) => ({
        id,
        label: intl.formatMessage({ id: `preferences.theme.${id}` }),
        chosen: id === chosen,
      }))}
      onPick={pick}
      onClose={onClose}
    />
  )
}
