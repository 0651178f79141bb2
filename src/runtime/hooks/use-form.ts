/**
 * A form, for its page. Secret values stay in the component and reach the effect by a handle; the
 * machine never gets them.
 */
import { use, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from "react"
import {
  type FormSnapshot,
  type formMachine,
  formNotice,
  formPhase,
  formProblems,
  isDirty,
} from "../../../machines/form.ts"
import {
  changedStates,
  type FieldName,
  type FormId,
  isEntryForm,
  isSecret,
  type PageChecks,
  secretStates,
} from "../../domain/forms.ts"
import { isSame } from "../../domain/operation.ts"
import type { Problem, Problems } from "../../domain/problem.ts"
import type { FormValues } from "../../domain/validate.ts"
import type { ActorHandle } from "../actors/actor-host.ts"
import { usePage } from "./page-context.tsx"
import { useActorState, useEmitted, useRuntime } from "./runtime-context.tsx"
import { type ShownProblem, useProblemText } from "./use-problem.ts"

type FormHandle = ActorHandle<typeof formMachine>

const useFormHandle = (formId: FormId): FormHandle => {
  const { boot, member, onMemberChange } = useRuntime()
  const promise = useSyncExternalStore(onMemberChange, member.load, member.load)
  if (isEntryForm(formId)) return boot[`form.${formId}`]
  return use(promise)[`form.${formId}`]
}

const noChecks: PageChecks = {}

/** Sends a value to the machine; of a secret one, only its problem. */
const useChange = (formId: FormId, handle: FormHandle, checks: PageChecks) => {
  const { now } = useRuntime()
  const { id: visit } = usePage()
  const [secrets, setSecrets] = useState<FormValues>({})
  const tell = (own: FormValues, against: PageChecks, name?: string) => {
    const { values, secrets: known } = handle.getSnapshot().context
    const states = secretStates(formId, { ...values, ...own }, against)
    const changed = changedStates(states, known, against, name)
    if (Object.keys(changed).length > 0) handle.send({ type: "form.fill", secrets: changed, at: now() })
  }
  const change = (name: string, value: string) => {
    if (!isSecret(formId, name)) {
      handle.send({ type: "form.change", field: name, value, at: now() })
      return tell(secrets, checks)
    }
    const next = { ...secrets, [name]: value }
    setSecrets(next)
    tell(next, checks, name)
  }
  const begun = useEffectEvent((against: PageChecks) => {
    if (handle.getSnapshot().context.visit !== visit) handle.send({ type: "form.open", visit, at: now() })
    // a closed page loses its secret values: their problems must not stay at empty fields
    tell(secrets, against)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member has another form
  useLayoutEffect(() => begun(checks), [handle, checks])
  return { secrets, change, forget: () => setSecrets({}) }
}

export interface FormOptions {
  /** Called once for each accepted submission. */
  readonly onDone?: () => void
  /** Memoized by the page: the fields are checked again when it changes. */
  readonly checks?: PageChecks
}

export interface FormView<Name extends string> {
  readonly values: Readonly<Record<string, string>>
  readonly problems: Problems<string>
  /** The words for a problem of the whole form: a refusal about no field, or no answer. */
  readonly error: string | undefined
  readonly busy: boolean
  readonly isDone: boolean
  readonly isDirty: boolean
  readonly focus: { readonly field: string; readonly count: number } | null
  /** Accepts the event of a form element. */
  readonly onSubmit: (event?: { preventDefault(): void }) => void
  readonly set: (name: Name, value: string) => void
  /** The props of a Field. */
  readonly field: (name: Name) => {
    readonly name: Name
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (value: string) => void
    readonly onBlur: () => void
  }
}

const selectForm = (snapshot: FormSnapshot) => {
  const { values, focus, failure } = snapshot.context
  return {
    values,
    focus,
    message: failure?.message,
    problems: formProblems(snapshot),
    notice: formNotice(snapshot),
    phase: formPhase(snapshot),
    isDirty: isDirty(snapshot),
  }
}

/** Adds the server's message to a problem. */
const withWords = (problem: Problem | null, message: string | undefined): ShownProblem | null =>
  problem && { ...problem, message }

/** A form declared in `src/domain/forms.ts`. */
export const useForm = <Id extends FormId>(
  formId: Id,
  { onDone, checks = noChecks }: FormOptions = {},
): FormView<FieldName<Id>> => {
  type Name = FieldName<Id>
  const { now, secrets: box } = useRuntime()
  const handle = useFormHandle(formId)
  const { focus, message, notice, phase, problems, ...view } = useActorState(handle, selectForm, isSame)
  const { secrets, change, forget } = useChange(formId, handle, checks)
  const textOf = useProblemText()
  useEmitted(handle, () => {
    forget()
    onDone?.()
  })

  const values = { ...view.values, ...secrets }
  const failure = withWords(notice, message)
  const onChange = (name: Name, value: string) => change(name, value)
  const onLeave = (name: Name) => handle.send({ type: "form.leave", field: name, at: now() })
  const submit = () => {
    const filled = Object.entries(secrets).filter(([, value]) => value !== "")
    const handles = Object.fromEntries(filled.map(([name, value]) => [name, box.keep(value)]))
    handle.send({ type: "form.submit", secrets: secretStates(formId, values, checks), handles, at: now() })
  }
  return {
    values,
    problems,
    error: textOf(failure),
    busy: phase === "sending",
    isDone: phase === "done",
    isDirty: view.isDirty,
    focus,
    onSubmit: (event) => {
      event?.preventDefault()
      if (phase === "editing") submit()
    },
    set: onChange,
    field: (name) => ({
      name,
      value: values[name] ?? "",
      error: textOf(withWords(problems[name] ?? null, message), name),
      onChange: (value) => onChange(name, value),
      onBlur: () => onLeave(name),
    }),
  }
}
