import { type ReactNode, useId } from "react"
import { CheckMark } from "./CheckMark.tsx"
import styles from "./ChoiceList.module.css"
import { FieldProblem } from "./Field.tsx"

export interface Choice {
  readonly id: string
  readonly title: ReactNode
  readonly detail?: ReactNode | undefined
  /** Under the detail: a badge, terms. */
  readonly below?: ReactNode | undefined
}

export interface ChoiceListProps {
  readonly label: ReactNode
  /** The name of the field, for the focus. */
  readonly name: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly error?: ReactNode | undefined
  /** After the choices: links to add one. */
  readonly children?: ReactNode | undefined
}

/** Radio buttons as rows with a title and details. */
export const ChoiceList = (props: ChoiceListProps) => {
  const errorId = useId()
  const group = useId()
  return (
    <fieldset
      className={styles.field}
      data-field={props.name}
      data-invalid={props.error ? true : undefined}
      aria-describedby={props.error ? errorId : undefined}
    >
      <legend className={styles.legend}>{props.label}</legend>
      {props.choices.length > 0 ? (
        <div className={styles.choices}>
          {props.choices.map((choice) => (
            <label key={choice.id} className={styles.choice}>
              <CheckMark
                kind="radio"
                name={group}
                value={choice.id}
                checked={choice.id === props.chosen}
                onChange={() => props.onChoose(choice.id)}
              />
              <span className={styles.words}>
                <span className={styles.title}>{choice.title}</span>
                {choice.detail ? <span className={styles.detail}>{choice.detail}</span> : null}
                {choice.below}
              </span>
            </label>
          ))}
        </div>
      ) : null}
      <FieldProblem id={errorId} className={styles.error}>
        {props.error}
      </FieldProblem>
      {props.children}
    </fieldset>
  )
}
