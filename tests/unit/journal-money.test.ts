import { beforeEach, describe, expect, it } from "vitest"
import { type AnyStateMachine, initialTransition, transition } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { formMachine } from "../../machines/form.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { rulesOf } from "../../src/domain/forms.ts"
import type { StreamDeclaration } from "../../src/events/declaration.ts"
import type { FormEvent } from "../../src/events/form.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../../src/events/money.ts"
import { eventReader } from "../../src/journal/event-reader.ts"
import { openEventStore } from "../../src/journal/event-store.ts"
import { createJournal, type Journal } from "../../src/journal/journal.ts"
import { redact } from "../../src/journal/redact.ts"
import { foldOf } from "../../src/journal/replay.ts"
import { formStream } from "../../src/runtime/boot-actors.ts"
import { restoreStream } from "../../src/runtime/restore-actor.ts"
import { FORM_IDS } from "../support/form-ids.ts"
import { freshBrowser } from "../support/journal-host.ts"
import {
  at,
  closeWords,
  depositWords,
  factsOf,
  keyOf,
  orderWords,
  withdrawalWords,
} from "../support/money-events.ts"

type Said = { readonly type: string }

const subjects: readonly {
  readonly machine: AnyStateMachine
  readonly stream: StreamDeclaration
  readonly words: {
    readonly stream: "order" | "close" | "deposit" | "withdrawal"
    readonly before: readonly Said[]
    readonly send: (key: string) => Said
  }
}[] = [
  { machine: orderMachine, stream: orderStream, words: orderWords },
  { machine: closeMachine, stream: closeStream, words: closeWords },
  { machine: depositMachine, stream: depositStream, words: depositWords },
  { machine: withdrawalMachine, stream: withdrawalStream, words: withdrawalWords },
]

const foldFrom = (machine: AnyStateMachine, events: readonly Said[], input?: unknown) =>
  events.reduce((state, event) => transition(machine, state, event)[0], initialTransition(machine, input)[0])

describe.each(subjects)("the journal of $words.stream", ({ machine, stream, words }) => {
  const received = [...words.before, words.send(keyOf(1)), ...factsOf(words.stream, keyOf(1)).slice(0, 1)]

  it("keeps every word as it was said, and the state as it was", async () => {
    const stored = received.map((event) => stream.stored?.event(event) ?? event)
    const kept = stored.map((event) => redact(event))
    expect(kept).toEqual(stored)
    expect(eventReader(await stream.event())(kept)).toEqual(received)
    const { context } = foldFrom(machine, received)
    expect(redact(context)).toEqual(context)
  })

  it("decodes every fact by its schema, and nothing else", async () => {
    const read = eventReader(await stream.event())
    expect(read(factsOf(words.stream, keyOf(1)))).toHaveLength(8)
    expect(read([{ type: `${words.stream}.invented`, at }])).toBeNull()
    expect(read([{ ...words.send("not-a-key") }])).toBeNull()
  })
})

describe.each(subjects)("a journal of $words.stream that cannot be read", ({ machine, stream, words }) => {
  beforeEach(freshBrowser)
  const pure = foldOf(machine, undefined)
  const later: StreamDeclaration = { ...stream, version: stream.version + 1 }
  const key = keyOf(1)
  const sent = [...words.before, words.send(key), { type: `${words.stream}.recorded`, key, at }]

  const openJournal = async () =>
    createJournal(await openEventStore(() => {}), { now: () => at, onWritten: () => {}, onFenced: () => {} })
  const write = async (events: readonly (Said & { readonly key?: string })[], snapshot: unknown = null) => {
    const journal = await openJournal()
    await journal.restart("s", stream.version, snapshot)
    for (const event of events) journal.append("s", stream.stored?.event(event) ?? event)
    await journal.flush()
    return journal
  }
  const restore = (journal: Journal, declaration = later) =>
    restoreStream(journal, "s", pure, declaration, at)
  const isAsking = { value: { reconciling: "asking" }, context: { key, usedKeys: [key] } }

  it("asks for the operation in doubt, also after another reload before the answer", async () => {
    const journal = await write(sent)
    const { snapshot, isFresh } = await restore(journal)
    expect([snapshot.value, snapshot.context.key, isFresh]).toEqual([{ reconciling: "asking" }, key, false])
    expect((await journal.read("s", false)).rows).toEqual([])
    expect((await restore(journal)).snapshot).toMatchObject(isAsking)
  })

  it("asks too where one event is unknown, and where only a snapshot tells of the operation", async () => {
    const unknown = await write([...sent, { type: `${words.stream}.invented`, key: keyOf(1) }])
    expect((await restore(unknown, stream)).snapshot).toMatchObject(isAsking)
    const compacted = await write([], { value: { sendingSince: "later" }, context: { key } })
    expect((await restore(compacted)).snapshot).toMatchObject(isAsking)
  })

  it("asks for no key that the server would not take", async () => {
    const forged = await write([{ type: `${words.stream}.submit`, key: "k" }])
    expect(await restore(forged)).toMatchObject({ isFresh: true, snapshot: { value: "closed" } })
  })

  it("begins anew where the outcome is known, and where nothing was sent", async () => {
    const told = await write([
      ...sent,
      ...factsOf(words.stream, key).filter(({ type }) => type.endsWith(".accepted")),
    ])
    expect(await restore(told)).toMatchObject({ isFresh: true, snapshot: { value: "closed" } })
    const typed = await write(words.before)
    expect(await restore(typed)).toMatchObject({ isFresh: true, snapshot: { value: "closed" } })
    const rested = await write([], { value: "accepted", context: { key } })
    expect(await restore(rested)).toMatchObject({ isFresh: true, snapshot: { value: "closed" } })
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
