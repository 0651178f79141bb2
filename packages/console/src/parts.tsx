/** The parts that the console is built from. An app may give its own, so that both look alike. */
import { type ComponentType, createContext, type ReactNode, type Ref, useContext } from "react"

/** The `d` of a path in a drawing of 24 by 24. */
export type Glyph = string

export interface ButtonProps {
  readonly children: ReactNode
  readonly tone?: "primary" | "secondary" | "quiet" | undefined
  readonly size?: "small" | undefined
  readonly glyph?: Glyph | undefined
  readonly disabled?: boolean | undefined
  readonly type?: "button" | "submit" | undefined
  readonly onClick?: (() => void) | undefined
}

export interface IconButtonProps {
  readonly glyph: Glyph
  /** Accessible name, and tooltip. */
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: "neutral" | "accent" | "up" | "warning" | "danger" | undefined
}

export interface NoticeProps {
  readonly children: ReactNode
}

export interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly kind?: "text" | "multiline" | "search" | undefined
  readonly hideLabel?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly hint?: string | undefined
  /** Linked to the input by `aria-describedby`. */
  readonly error?: string | undefined
  readonly maxLength?: number | undefined
}

export interface SelectFieldProps {
  readonly label: string
  /** "" if nothing is chosen. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly placeholder?: string | undefined
  readonly error?: string | undefined
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly segments: readonly { readonly id: string; readonly label: string }[]
  readonly active: string
  readonly onSelect: (id: string) => void
  /** The panel has this id, and `aria-labelledby` of the tab: the id, a hyphen, the tab's id. */
  readonly panelId: string
}

export interface RowsProps<Item> {
  /** Accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly renderRow: (item: Item) => ReactNode
  /** Height of a row in px, until one is measured. */
  readonly estimatePx: number
  /** Elements belong to positions instead of items: their rows have no state of their own. */
  readonly reuseElements: true
}

export interface Parts {
  readonly Button: ComponentType<ButtonProps>
  readonly IconButton: ComponentType<IconButtonProps>
  readonly Badge: ComponentType<BadgeProps>
  /** A warning that stays. */
  readonly Notice: ComponentType<NoticeProps>
  readonly Field: ComponentType<FieldProps>
  readonly SelectField: ComponentType<SelectFieldProps>
  /** A tab list; arrow keys, Home and End move between the tabs. */
  readonly Tabs: ComponentType<TabsProps>
  /**
   * `<ul>` of rows of one height, each `<li data-key>`; draws those near the view of the nearest
   * `[data-scroller]`.
   */
  readonly Rows: <Item>(props: RowsProps<Item>) => ReactNode
}

const PartsContext = createContext<Parts | null>(null)

export const PartsProvider = PartsContext.Provider

const useParts = (): Parts => {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error("useParts outside of PartsProvider")
  return parts
}

export const Button = (props: ButtonProps) => {
  const Given = useParts().Button
  return <Given {...props} />
}

export const IconButton = (props: IconButtonProps) => {
  const Given = useParts().IconButton
  return <Given {...props} />
}

export const Badge = (props: BadgeProps) => {
  const Given = useParts().Badge
  return <Given {...props} />
}

export const Notice = (props: NoticeProps) => {
  const Given = useParts().Notice
  return <Given {...props} />
}

export const Field = (props: FieldProps) => {
  const Given = useParts().Field
  return <Given {...props} />
}

export const SelectField = (props: SelectFieldProps) => {
  const Given = useParts().SelectField
  return <Given {...props} />
}

export const Tabs = (props: TabsProps) => {
  const Given = useParts().Tabs
  return <Given {...props} />
}

export const Rows = <Item,>(props: RowsProps<Item>) => {
  const Given = useParts().Rows
  return <Given {...props} />
}

/** Joins class names; skips false and missing ones. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(" ") || undefined
