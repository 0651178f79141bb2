/**
 * Promises: no input is lost, whatever the server answers; every problem is shown next to its field
 * and the first one gets the focus; the machine never knows the value of a secret field.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import {
  type FormId,
  formFieldOf,
  formProblemsOf,
  isEntryForm,
  rulesOf,
  type SecretState,
} from "../src/domain/forms.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  type Focus,
  firstProblem,
  focusOn,
  type Notice,
  noticeAfter,
  noticeOf,
  type Problem,
  type Problems,
} from "../src/domain/problem.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { FormValues } from "../src/domain/validate.ts"
import type { FormDone, FormEvent } from "../src/events/form.ts"

export interface FormContext {
  readonly formId: FormId
  /** The visit in which the form is filled in. Absent before the first, and in older journals. */
  readonly visit?: string
  readonly values: FormValues
  readonly secrets: Readonly<Record<string, SecretState>>
  /** Handles of the secret values of the current submission. */
  readonly handles: Readonly<Record<string, string>>
  /** Fields that lost the focus: their problems are shown. */
  readonly touched: readonly string[]
  /** Cleared when its field changes. */
  readonly notice: Notice<string> | null
  readonly failure: Failure | null
  readonly focus: Focus<string> | null
}

/** Input of a submission. */
export interface FormJob {
  readonly formId: FormId
  readonly values: FormValues
  readonly handles: Readonly<Record<string, string>>
}

/** What an empty form holds. */
const EMPTY = {
  values: {},
  secrets: {},
  handles: {},
  touched: [],
  notice: null,
  failure: null,
} as const

const problemsOf = ({ formId, values, secrets }: FormContext) => formProblemsOf(formId, values, secrets)

export const formMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as { readonly formId: FormId },
    emitted: {} as FormDone,
  },
  actors: {
    /** Sends the form: form.accepted, form.refused or form.unconfirmed. */
    submitForm: fromCallback<EventObject, FormJob>(unprovided("submitForm")),
  },
  actions: {
    change: assign(({ context, event }) =>
      event.type === "form.change"
        ? {
            values: { ...context.values, [event.field]: event.value },
            notice: noticeAfter(context.notice, event.field),
          }
        : {},
    ),
    fill: assign(({ context, event }) =>
      event.type === "form.fill"
        ? {
            secrets: { ...context.secrets, ...event.secrets },
            notice: noticeAfter(context.notice, ...Object.keys(event.secrets)),
          }
        : {},
    ),
    touch: assign(({ context, event }) =>
      event.type === "form.leave" && !context.touched.includes(event.field)
        ? { touched: [...context.touched, event.field] }
        : {},
    ),
    assignSubmission: assign(({ context, event }) =>
      event.type === "form.submit"
        ? {
            secrets: { ...context.secrets, ...event.secrets },
            handles: event.handles,
            notice: null,
            failure: null,
          }
        : {},
    ),
    showProblems: assign(({ context }) => ({
      handles: {},
      focus: focusOn(
        context.focus,
        firstProblem(
          rulesOf(context.formId).map((rule) => rule.name),
          problemsOf(context),
        ),
      ),
    })),
    showRefusal: assign(({ context, event }) => {
      if (event.type !== "form.refused") return {}
      const { failure } = event
      const field = formFieldOf(context.formId, failure)
      return {
        handles: {},
        failure,
        notice: noticeOf(field, failure),
        focus: focusOn(context.focus, field),
      }
    }),
    dropHandles: assign({ handles: {} }),
    forgetSecrets: assign({ secrets: {}, handles: {} }),
    showInterruption: assign({ notice: { field: null, problem: { reason: "form.interrupted" } } }),
    clear: assign(EMPTY),
    beginVisit: assign(({ context, event }) => {
      if (event.type !== "form.open") return {}
      const { visit } = event
      // another person may use this device next; a member's draft stays
      if (isEntryForm(context.formId)) return { ...EMPTY, visit }
      return { visit, touched: [], notice: null, failure: null }
    }),
    announce: emit({ type: "form.done" }),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isOtherVisit: ({ context, event }) => event.type === "form.open" && event.visit !== context.visit,
  },
}).createMachine({
  id: "form",
  description: "One form, from draft to outcome",
  context: ({ input }) => ({
    formId: input.formId,
    ...EMPTY,
    focus: null,
  }),
  initial: "editing",
  states: {
    editing: {
      description: "The member fills in the form",
      initial: "untried",
      states: {
        untried: { description: "Not submitted yet; problems wait until their field loses the focus" },
        tried: { description: "It was submitted, and every problem is shown" },
      },
      on: {
        "form.open": {
          guard: "isOtherVisit",
          target: ".untried",
          actions: "beginVisit",
          description: "The page is opened; problems of an earlier visit are cleared",
        },
        "form.change": { actions: "change" },
        "form.fill": { actions: "fill", description: "A secret field was filled, changed or emptied" },
        "form.leave": {
          actions: "touch",
          description: "A field loses focus; its problem may be shown",
        },
        "form.submit": { target: "validating", actions: "assignSubmission" },
        "journal.resumed": {
          actions: "forgetSecrets",
          description: "The document was reloaded; secret fields are emptied",
        },
      },
    },
    validating: {
      description: "Validates every field",
      always: [
        { guard: "isValid", target: "submitting" },
        {
          target: "editing.tried",
          actions: "showProblems",
          description: "A field is invalid; problems are shown and the first one gets focus",
        },
      ],
    },
    submitting: {
      description: "The form is sent",
      invoke: {
        id: "submitForm",
        src: "submitForm",
        input: ({ context: { formId, values, handles } }) => ({ formId, values, handles }),
      },
      on: {
        "form.accepted": { target: "done", actions: ["clear", "announce"] },
        "form.refused": {
          target: "editing.tried",
          actions: "showRefusal",
          description: "The server refuses; the reason is shown at its field",
        },
        "form.unconfirmed": {
          target: "editing",
          actions: "dropHandles",
          description: "The member has cancelled the confirmation; nothing is wrong",
        },
        "journal.resumed": {
          target: "editing",
          actions: ["forgetSecrets", "showInterruption"],
          description:
            "The document was reloaded before the answer; the member is informed, nothing is sent again",
        },
      },
    },
    done: {
      description: "The server accepts the form",
      on: {
        "form.open": { target: "editing", actions: "beginVisit" },
        "form.change": { target: "editing", actions: "change" },
        "form.fill": { target: "editing", actions: "fill" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type FormSnapshot = SnapshotFrom<typeof formMachine>

/** The phase of the page in each state. `validating` is left at once. */
const PHASES = {
  "editing.untried": "editing",
  "editing.tried": "editing",
  validating: "editing",
  submitting: "sending",
  done: "done",
} as const satisfies Readonly<Record<LeafState<FormSnapshot>, string>>

export type FormPhase = (typeof PHASES)[keyof typeof PHASES]
export const formPhase = (snapshot: FormSnapshot): FormPhase => viewAt(snapshot, PHASES)

/** An empty field that only had the focus is not a mistake yet. */
const isMissing = ({ reason }: Problem): boolean => reason === "field.required" || reason === "field.choose"

/** Whether every problem is shown, or only those of fields that lost the focus. */
const SHOWS_EVERY_PROBLEM = {
  "editing.untried": false,
  "editing.tried": true,
  validating: true,
  submitting: true,
  done: false,
} as const satisfies Readonly<Record<LeafState<FormSnapshot>, boolean>>

/**
 * The problem to show next to each field: of fields that lost the focus, of all once submitted, and
 * the server's refusal.
 */
export const formProblems = (snapshot: FormSnapshot): Problems<string> => {
  const { context } = snapshot
  const isEveryShown = viewAt(snapshot, SHOWS_EVERY_PROBLEM)
  const found = Object.entries(problemsOf(context)).filter(
    ([field, problem]) =>
      isEveryShown || (context.touched.includes(field) && problem !== undefined && !isMissing(problem)),
  )
  const shown: Problems<string> = Object.fromEntries(found)
  const { notice } = context
  return notice === null || notice.field === null ? shown : { ...shown, [notice.field]: notice.problem }
}

/** A refusal of the whole form, or null. */
export const formNotice = ({ context }: Pick<FormSnapshot, "context">): Problem | null =>
  context.notice?.field === null ? context.notice.problem : null

/** True if anything is filled in. */
export const isDirty = ({ context }: Pick<FormSnapshot, "context">): boolean =>
  Object.values(context.values).some((value) => value !== "") ||
  Object.values(context.secrets).some((secret) => secret.filled)
