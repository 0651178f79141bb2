/** One run of the desk: goes on from the journal, and writes each event before the next is taken. */
import { createJournal, foldOf, openEventStore, recordEvents, restoreStream } from "@financial-links/journal"
import { createActor } from "xstate"
import { type LoanEvent, loanMachine, loanStream } from "./loan-desk.ts"

export const STREAM = "desk/loan"

export const openStore = () =>
  openEventStore({
    database: "loan-desk",
    readLimit: 10_000,
    onLost: () => console.warn("the journal is gone"),
  })

export const openDesk = async () => {
  const journal = createJournal(await openStore(), {
    now: Date.now,
    onWritten: () => {},
    onFenced: () => console.warn("another desk writes this journal"),
  })
  const pure = foldOf(loanMachine, undefined)
  const { snapshot, seq } = await restoreStream(journal, STREAM, pure, loanStream)
  journal.resume(STREAM, seq)
  const inspect = recordEvents(journal, STREAM, loanStream)
  const actor = createActor(loanMachine, { snapshot: pure.persist(snapshot), inspect }).start()
  return {
    journal,
    actor,
    seq,
    /** The event is durable once this resolves. */
    take: async (event: LoanEvent) => {
      actor.send(event)
      await journal.flush()
    },
  }
}
