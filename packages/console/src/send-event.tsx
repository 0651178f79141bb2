/** Sends an event to the open actor, from a form made from the schema of its events. */
import { useEffect, useState } from "react"
import type { LoggedActor } from "./actor-history.ts"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import {
  type EventForm,
  type FieldProblem,
  type FormField,
  fillEvent,
  type TypedFields,
} from "./event-form.ts"
import type { SendableEvents } from "./hand-send.ts"
import styles from "./panels.module.css"
import { Button, Field, Notice, SelectField } from "./parts.tsx"
import sendStyles from "./send-event.module.css"
import { type Text, useTexts } from "./texts.ts"

const problemText = (text: Text, problem: FieldProblem | undefined): string | undefined => {
  if (!problem) return undefined
  return problem.kind === "refused"
    ? text("send.refused", { words: problem.words })
    : text(`send.${problem.kind}`)
}

interface InputProps {
  readonly field: FormField
  readonly value: string
  readonly problem: FieldProblem | undefined
  readonly onChange: (value: string) => void
}

/** A choice has a list of its values, anything else is typed. */
const Input = ({ field, value, problem, onChange }: InputProps) => {
  const { text } = useTexts()
  const { path, kind, options, whenEmpty } = field
  const empty = whenEmpty && text(`send.empty.${whenEmpty}`)
  const shared = { label: path, value, onChange, error: problemText(text, problem) }
  if (kind === "choice" || kind === "boolean") {
    const words = kind === "boolean" ? ["true", "false"] : options.map(String)
    const chosen = words.map((word) => ({ value: word, label: word }))
    return <SelectField {...shared} options={[{ value: "", label: empty ?? "–" }, ...chosen]} />
  }
  return (
    <Field
      {...shared}
      kind={kind === "json" ? "multiline" : "text"}
      placeholder={kind === "json" ? "JSON" : undefined}
      hint={empty}
      maxLength={TEXT_MAX_CHARS}
    />
  )
}

const TEXT_MAX_CHARS = 4_000

interface FormProps {
  readonly actor: LoggedActor
  readonly events: SendableEvents
  readonly form: EventForm
}

type Outcome = "sent" | "ignored" | "gone"

const outcomeOf = (isHandled: boolean | null): Outcome =>
  isHandled === null ? "gone" : isHandled ? "sent" : "ignored"

const Form = ({ actor, events, form }: FormProps) => {
  const { text } = useTexts()
  const { handSend } = useConsole()
  const [typed, setTyped] = useState<TypedFields>({})
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const submit = () => {
    const filled = fillEvent(events.schema, form, typed, { nowMs: Date.now(), newKey: handSend.newKey })
    setProblems(filled.ok ? {} : filled.problems)
    setOutcome(filled.ok ? outcomeOf(handSend.send(actor, filled.event)) : null)
  }
  const whole = problemText(text, problems[""])
  return (
    <form
      className={sendStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {form.fields.map((field) => (
        <Input
          key={field.path}
          field={field}
          value={typed[field.path] ?? ""}
          problem={problems[field.path]}
          onChange={(value) => setTyped((before) => ({ ...before, [field.path]: value }))}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" size="small">
          {text("send.submit")}
        </Button>
        <p role="status" className={sendStyles.outcome}>
          {outcome ? text(`send.${outcome}`) : whole}
        </p>
      </div>
    </form>
  )
}

const useSendableEvents = (actor: LoggedActor): SendableEvents | null => {
  const { handSend } = useConsole()
  const [events, setEvents] = useState<SendableEvents | null>(null)
  useEffect(() => {
    let isWanted = true
    handSend.eventsOf(actor).then(
      (found) => {
        if (isWanted) setEvents(found)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [handSend, actor])
  return events
}

const Forms = ({ actor }: { readonly actor: LoggedActor }) => {
  const { text } = useTexts()
  const events = useSendableEvents(actor)
  const [type, setType] = useState("")
  if (!events) return null
  const form = events.forms.find((one) => one.type === type)
  return (
    <>
      <Notice>{text("send.note")}</Notice>
      <SelectField
        label={text("send.event")}
        placeholder={text("send.choose")}
        value={type}
        options={events.forms.map((one) => ({ value: one.type, label: one.type }))}
        onChange={setType}
      />
      {form ? <Form key={type} actor={actor} events={events} form={form} /> : null}
    </>
  )
}

export const SendEvent = ({ actor }: { readonly actor: LoggedActor }) => {
  const { text } = useTexts()
  const { handSend } = useConsole()
  const { isNow } = useTimelinePosition()
  const [isOpen, setOpen] = useState(false)
  if (!isNow || !handSend.canSend(actor)) return null
  return (
    <details
      className={sendStyles.send}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={sendStyles.summary}>{text("send")}</summary>
      {isOpen ? (
        <div className={sendStyles.content}>
          <Forms actor={actor} />
        </div>
      ) : null}
    </details>
  )
}
