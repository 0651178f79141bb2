import { Effect, Metric } from "effect"
import type { EndpointId } from "../../src/contract/endpoints.ts"

/** Answered calls of the API, by endpoint and outcome. */
const calls = Metric.counter("http_calls_total", {
  description: "Answered calls of the API: done, refused, or failed by the server.",
})

/** Time in the handler, without sending. Buckets in seconds. */
const callSeconds = Metric.histogram("http_call_seconds", {
  description: "Time until a call of the API is decided.",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

type CallOutcome = "done" | "refused" | "failed"

/** One counter per endpoint and outcome, made once. */
const counters = new Map<string, typeof calls>()

const counterOf = (endpoint: string, outcome: CallOutcome) => {
  const name = `${endpoint} ${outcome}`
  const counter = counters.get(name) ?? Metric.withAttributes(calls, { endpoint, outcome })
  counters.set(name, counter)
  return counter
}

/** Counts an answered call of an endpoint of the contract. */
export const recordCall = (endpoint: EndpointId, outcome: CallOutcome, tookMs: number) =>
  Effect.andThen(Metric.update(counterOf(endpoint, outcome), 1), Metric.update(callSeconds, tookMs / 1_000))

export const metrics = {
  settledContracts: Metric.counter("settlement_changes_total", {
    description: "Contracts that settlement opened, ended or cancelled.",
  }),
  stoppedWrites: Metric.counter("invariant_stopped_writes_total", {
    description: "Writes that the database stopped because they would have broken an invariant.",
  }),
  bookDifferences: Metric.counter("book_differences_total", {
    description: "Times that a difference in the books stopped writes.",
  }),
  unusableNotices: Metric.counter("payment_notices_unusable_total", {
    description: "Genuine notices of payment providers that could not be used: see deposits list.",
  }),
  isReadOnly: Metric.gauge("books_read_only", {
    description: "1 while a difference in the books stops writes.",
  }),
  clockFindings: Metric.counter("market_clock_findings_total", {
    description: "Times that a clock was found set or different.",
  }),
  databaseUp: Metric.gauge("database_up", { description: "1 while the database answers within a second." }),
  deadLetters: Metric.gauge("settlement_dead_letters", {
    description: "Contracts whose settlement failed and is retried.",
  }),
  isLeader: Metric.gauge("market_leader", { description: "1 in the process that appends ticks." }),
  quoteAge: Metric.gauge("market_quote_age_seconds", { description: "Age of the oldest quote." }),
  memory: Metric.gauge("process_resident_memory_bytes", { description: "Memory of the process." }),
  eventLoopDelay: Metric.gauge("process_event_loop_delay_p99_seconds", {
    description: "99th percentile of the event loop's delay since the last reading.",
  }),
} as const
