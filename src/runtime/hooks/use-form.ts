/** A form as a screen needs it. Values of secret fields live in the component and go to the effect by a handle; the machine never knows them. */
import { use, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { type formMachine, formNotice, formProblems, isDirty } from "../../../machines/form.ts"
import type { FormValues } from "../../domain/form-rules.ts"
import { type FieldName, type FormId, rulesOf, type SecretState, secretProblem } from "../../domain/forms.ts"
import type { Problem, Problems } from "../../domain/problem.ts"
import type { ActorHandle } from "../actor-handle.ts"
import { useActorState, useRuntime } from "./runtime-context.tsx"
import { useFieldFocus } from "./use-field-focus.ts"
import { type ShownProblem, useProblemText } from "./use-problem-text.ts"

type FormHandle = ActorHandle<typeof formMachine>

const useFormSeat = (formId: FormId): FormHandle => {
  const { boot, member, onMemberChange } = useRuntime()
  const promise = useSyncExternalStore(onMemberChange, member, member)
  if (formId === "login" || formId === "register") return boot[`form.${formId}`]
  return use(promise)[`form.${formId}`]
}

const isSame = (a: SecretState, b: SecretState): boolean =>
  a.filled === b.filled && JSON.stringify(a.problem) === JSON.stringify(b.problem)

const secretNames = (formId: FormId): readonly string[] =>
  rulesOf(formId)
    .filter((rule) => rule.isSecret)
    .map((rule) => rule.name)

/** What the machine may know of every secret field. */
const statesOf = (formId: FormId, values: FormValues): Readonly<Record<string, SecretState>> =>
  Object.fromEntries(
    secretNames(formId).map((name): [string, SecretState] => [
      name,
      { filled: (values[name] ?? "") !== "", problem: secretProblem(formId, name, values) },
    ]),
  )

/** Takes a change to where it belongs: an open value to the machine, a secret one to the component and only what is wrong with it to the machine. */
const useChange = (formId: FormId, handle: FormHandle) => {
  const { now } = useRuntime()
  const [secrets, setSecrets] = useState<FormValues>({})
  const tell = (own: FormValues, name?: string) => {
    const { values, secrets: known } = handle.getSnapshot().context
    const changed = Object.entries(statesOf(formId, { ...values, ...own })).filter(
      ([field, state]) => field === name || (known[field] && !isSame(known[field], state)),
    )
    if (changed.length > 0)
      handle.send({ type: "form.fill", secrets: Object.fromEntries(changed), at: now() })
  }
  const change = (name: string, value: string) => {
    if (!secretNames(formId).includes(name))
      return handle.send({ type: "form.change", field: name, value, at: now() })
    const next = { ...secrets, [name]: value }
    setSecrets(next)
    tell(next, name)
  }
  // the secret values of a page that was closed went with it: what was wrong with them is not to stand at a field that is empty now
  const begun = useEffectEvent(() => tell(secrets))
  useLayoutEffect(() => begun(), [])
  return { secrets, change, forget: () => setSecrets({}) }
}

export interface FormOptions {
  /** Called once for each submission that the server has taken. */
  readonly onDone?: () => void
}

export interface FormView<Name extends string> {
  readonly values: Readonly<Record<string, string>>
  readonly problems: Problems<string>
  /** What is wrong with the form as a whole: a refusal about no field, or no answer. */
  readonly failure: ShownProblem | null
  /** The same in words. */
  readonly error: string | undefined
  readonly busy: boolean
  readonly isDone: boolean
  readonly isDirty: boolean
  readonly focus: { readonly field: string; readonly count: number } | null
  readonly onChange: (name: Name, value: string) => void
  readonly onLeave: (name: Name) => void
  /** Takes the event of a form element too. */
  readonly onSubmit: (event?: { preventDefault(): void }) => void
  readonly set: (name: Name, value: string) => void
  /** Everything a Field needs to be one of the form's. */
  readonly field: (name: Name) => {
    readonly name: Name
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (value: string) => void
    readonly onBlur: () => void
    readonly ref: (element: HTMLElement | null) => void
  }
}

/** The member's own words, where the server had some, go with what it refused. */
const withWords = (problem: Problem | null, message: string | undefined): ShownProblem | null =>
  problem === null ? null : { ...problem, ...(message !== undefined && { message }) }

/** A form declared in `src/domain/forms.ts`. */
export const useForm = <Id extends FormId>(
  formId: Id,
  { onDone }: FormOptions = {},
): FormView<FieldName<Id>> => {
  type Name = FieldName<Id>
  const { now, secrets: box } = useRuntime()
  const handle = useFormSeat(formId)
  const snapshot = useActorState(handle, (each) => each)
  const { secrets, change, forget } = useChange(formId, handle)
  const textOf = useProblemText()
  const { focus, values: open } = snapshot.context
  const refOf = useFieldFocus(focus)
  const done = useEffectEvent(() => {
    forget()
    onDone?.()
  })
  useEffect(() => {
    const subscription = handle.onEmit(() => done())
    return () => subscription.unsubscribe()
  }, [handle])

  const values = { ...open, ...secrets }
  const message = snapshot.context.failure?.message
  const problems = formProblems(snapshot)
  const failure = withWords(formNotice(snapshot), message)
  const onChange = (name: Name, value: string) => change(name, value)
  const onLeave = (name: Name) => handle.send({ type: "form.leave", field: name, at: now() })
  const submit = () => {
    const filled = Object.entries(secrets).filter(([, value]) => value !== "")
    const handles = Object.fromEntries(filled.map(([name, value]) => [name, box.keep(value)]))
    handle.send({ type: "form.submit", secrets: statesOf(formId, values), handles, at: now() })
  }
  return {
    values,
    problems,
    failure,
    error: textOf(failure),
    busy: snapshot.hasTag("busy"),
    isDone: snapshot.matches("done"),
    isDirty: isDirty(snapshot),
    focus,
    onChange,
    onLeave,
    onSubmit: (event) => {
      event?.preventDefault()
      if (snapshot.hasTag("editable")) submit()
    },
    set: onChange,
    field: (name) => ({
      name,
      value: values[name] ?? "",
      error: textOf(withWords(problems[name] ?? null, message), name),
      onChange: (value) => onChange(name, value),
      onBlur: () => onLeave(name),
      ref: refOf(name),
    }),
  }
}
