import { Effect } from "effect"
import { vi } from "vitest"
import { queryMachine } from "../../machines/query.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { LAST_KNOWN_AFTER_MS, LOCALES } from "../../src/domain/limits.ts"
import type { QueryEvent } from "../../src/events/query.ts"
import { noopInspector } from "../../src/runtime/actors/inspector.ts"
import { type Call, createQueries } from "../../src/runtime/api/query-cache.ts"
import { cases } from "../model/events/query.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

const at = 1

const isQueryEvent = (event: { readonly type: string }): event is QueryEvent =>
  event.type.startsWith("query.")

const open: OpenDriver = (onActor) => {
  const ofServer = { language: "en", nowMs: at, resume: (_answer: Effect.Effect<object, NoAnswer>) => {} }
  let readCache = (_known: object | undefined) => {}
  /** What the cache holds when no event of the path reads it. */
  let isReading = false
  const call: Call = () =>
    Effect.callback((resume) => {
      ofServer.resume = (answer) => resume(Effect.map(answer, (data) => JSON.parse(JSON.stringify(data))))
    })
  const queries = createQueries(
    call,
    () =>
      Effect.callback((resume) => {
        readCache = (known) => resume(Effect.succeed(known && JSON.parse(JSON.stringify(known))))
        if (!isReading) readCache(undefined)
      }),
    {
      now: () => ofServer.nowMs,
      language: () => LOCALES.find((locale) => locale === ofServer.language) ?? "en",
      inspector: { ...noopInspector, onActor },
    },
  )
  /** The one in the cache: it is another after the session has ended. */
  const query = () => queries.query("walletSummary", {})
  let leave: (() => void) | null = null
  /** A component that shows the answer. */
  const show = () => {
    const before = leave
    leave = query().subscribe(() => {})
    before?.()
  }
  const trigger = async (event: QueryEvent, from: string): Promise<void> => {
    switch (event.type) {
      case "query.show":
        ofServer.language = event.language
        show()
        ofServer.language = "en"
        return
      case "query.leave":
        if (leave === null) query().subscribe(() => {})()
        else leave()
        leave = null
        return
      case "query.prefetch":
        isReading = true
        void queries.prefetch("walletSummary", {})
        isReading = false
        return
      case "query.refresh":
        return query().refresh()
      case "query.renew":
        return query().renew()
      case "query.invalidate": {
        const isShown = leave !== null
        leave?.()
        leave = null
        queries.refresh("walletSummary")
        // a component that comes back within the turn keeps the call
        if (isShown && from.startsWith("request.asking")) leave = query().subscribe(() => {})
        return
      }
      case "query.clear":
        return queries.clear()
      case "query.answered":
        ofServer.nowMs = event.at
        return ofServer.resume(Effect.succeed({ available: "1.00" }))
      case "query.failed": {
        const isNetwork = event.failure.reason === "no-answer.network"
        return ofServer.resume(
          Effect.fail(new NoAnswer({ kind: isNetwork ? "network" : "malformed", status: null })),
        )
      }
      case "query.notCached":
        return readCache(undefined)
      case "query.recalled":
        if (event.failure !== null) {
          isReading = true
          await vi.advanceTimersByTimeAsync(LAST_KNOWN_AFTER_MS)
          isReading = false
        }
        return readCache({ data: { available: "5.00" }, atMs: event.knownAtMs })
    }
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  return {
    trigger: async (event, from) => {
      if (isQueryEvent(event)) await trigger(event, from)
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(queryMachine, cases, open)
