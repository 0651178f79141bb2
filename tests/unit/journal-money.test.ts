import { eventReader, withVersion } from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { type AnyStateMachine, initialTransition, transition } from "xstate"
import { formMachine } from "../../machines/form.ts"
import { rulesOf } from "../../src/domain/forms.ts"
import type { FormEvent } from "../../src/events/form.ts"
import { redact } from "../../src/journal/redact.ts"
import { formStream } from "../../src/runtime/actors/boot-actors.ts"
import { FORM_IDS } from "../support/form-ids.ts"
import { at, factsOf, keyOf, outcomesOf } from "../support/money-events.ts"
import { moneySubjects, type Said } from "../support/money-journal.ts"

const foldFrom = (machine: AnyStateMachine, events: readonly Said[], input?: unknown) =>
  events.reduce((state, event) => transition(machine, state, event)[0], initialTransition(machine, input)[0])

describe.each(moneySubjects)("the journal of $words.stream", ({ machine, stream, words }) => {
  const received = [...words.before, words.send(keyOf(1)), outcomesOf(words.stream, keyOf(1)).accepted]

  it("keeps every word as it was said, and the state as it was", async () => {
    const stored = received.map((event) => withVersion(stream.upcasters, event))
    const kept = stored.map((event) => redact(event))
    expect(kept).toEqual(stored)
    expect(eventReader(await stream.event(), stream.upcasters)(kept)).toEqual(received)
    const { context } = foldFrom(machine, received)
    expect(redact(context)).toEqual(context)
  })

  it("decodes every fact by its schema, and nothing else", async () => {
    const read = eventReader(await stream.event(), stream.upcasters)
    expect(read(factsOf(words.stream, keyOf(1)))).toHaveLength(8)
    expect(() => read([{ type: `${words.stream}.invented`, at }])).toThrow("event 1: not in the schema")
    expect(() => read([{ ...words.send("not-a-key") }])).toThrow("event 1: not in the schema")
  })
})

describe("the journal of forms", () => {
  it.each(FORM_IDS)("keeps what is open in %s as it was typed, and no secret", async (formId) => {
    const open = rulesOf(formId).filter((rule) => !rule.isSecret)
    const secret = rulesOf(formId).filter((rule) => rule.isSecret)
    const received: readonly FormEvent[] = [
      ...open.map(
        ({ name }): FormEvent => ({ type: "form.change", field: name, value: `typed ${name}`, at }),
      ),
      ...secret.map(
        ({ name }): FormEvent => ({
          type: "form.fill",
          secrets: { [name]: { filled: true, problem: { reason: "field.too-short", params: { min: 8 } } } },
          at,
        }),
      ),
      {
        type: "form.submit",
        secrets: {},
        handles: Object.fromEntries(secret.map(({ name }) => [name, keyOf(1)])),
        at,
      },
    ]
    const kept = received.map((event) => redact(event))
    expect(kept).toEqual(received)
    expect(eventReader(await formStream.event())(kept)).toEqual(received)
    const { context } = foldFrom(formMachine, received, { formId })
    expect(redact(context)).toEqual(context)
  })
})
