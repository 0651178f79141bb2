/** Asks how many notices are unread, and marks notices as read. */
import { Clock, Effect } from "effect"
import type { MarkJob } from "../../../machines/notices.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { NoticeSummary } from "../../domain/member-event.ts"
import type { NoticesEvent } from "../../events/notices.ts"
import { failureOf } from "./call.ts"
import { Api } from "./services.ts"

const factOf = Effect.fnUntraced(function* (asked: Effect.Effect<NoticeSummary, ApiError>) {
  const result = yield* Effect.result(asked)
  const at = yield* Clock.currentTimeMillis
  const fact: NoticesEvent =
    result._tag === "Success"
      ? { type: "notices.counted", ...result.success, at }
      : { type: "notices.failed", failure: failureOf(result.failure), at }
  return fact
})

/** Sends notices.counted or notices.failed. */
export const countUnread = Effect.fnUntraced(function* () {
  const { call } = yield* Api
  return yield* factOf(call("noticeSummary", {}, { quiet: true }))
})

/** Marks the notices up to a number, or one alone, as read; sends notices.counted or notices.failed. */
export const markNoticesRead = Effect.fnUntraced(function* ({ number, single }: MarkJob) {
  const { call } = yield* Api
  return yield* factOf(call("noticesRead", single ? { number, single } : { number }, { loading: !single }))
})
