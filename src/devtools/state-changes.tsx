/** What changed between two snapshots, field by field. */
import { useIntl } from "react-intl"
import type { AnyMachineSnapshot } from "xstate"
import { isSame } from "../domain/same.ts"
import type { Json } from "../journal/redact.ts"
import { redactedState } from "./fingerprint.ts"
import styles from "./json.module.css"

interface Change {
  /** "draft.stake", "toasts.0.text". */
  readonly path: string
  /** Undefined if the field is missing. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const CHANGE_LIMIT = 100
const VALUE_MAX_CHARS = 200

type Branch = { readonly [name: string]: Json } | readonly Json[]

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null

const childOf = (value: Json | undefined, name: string): Json | undefined =>
  isBranch(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** The innermost fields that differ; at most `CHANGE_LIMIT`. */
const changesBetween = (before: Json | undefined, after: Json | undefined, path = ""): readonly Change[] => {
  if (isSame(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, before, after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .flatMap((name) =>
      changesBetween(childOf(before, name), childOf(after, name), path === "" ? name : `${path}.${name}`),
    )
    .slice(0, CHANGE_LIMIT)
}

const shortText = (value: Json | undefined): string =>
  (value === undefined ? "–" : JSON.stringify(value)).slice(0, VALUE_MAX_CHARS)

export interface StateChangesProps {
  readonly before: AnyMachineSnapshot
  readonly after: AnyMachineSnapshot
}

/** The changed fields, redacted. */
export const StateChanges = ({ before, after }: StateChangesProps) => {
  const intl = useIntl()
  const changes = before === after ? [] : changesBetween(redactedState(before), redactedState(after))
  if (changes.length === 0)
    return <p className={styles.quiet}>{intl.formatMessage({ id: "inspect.no-changes" })}</p>
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path} className={styles.change}>
          <dt>{change.path}</dt>
          <dd>
            <del>{shortText(change.before)}</del>
            <ins>{shortText(change.after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
