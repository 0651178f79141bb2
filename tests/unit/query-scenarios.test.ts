import { describe } from "vitest"
import { queryMachine, queryPhase } from "../../machines/query.ts"
import type { QueryEvent } from "../../src/events/query.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: queryPhase,
  phases: {
    failed: "failed",
    fresh: "ready filled",
    idle: "loading",
    "loading.cached": "ready busy filled cached stale",
    "loading.recalling": "loading busy",
    "loading.unknown": "loading busy",
    offline: "offline",
    outdated: "ready filled",
    reaching: "ready busy filled cached stale",
    recalled: "ready filled cached stale",
    refreshing: "ready busy filled",
    retrying: "ready busy filled stale",
    stale: "ready filled stale",
  },
}

const at = 1
type Word = "leave" | "prefetch" | "refresh" | "renew" | "invalidate" | "clear" | "notCached"
const say = (word: Word): QueryEvent => ({ type: `query.${word}`, at })
const show = (language = "en"): QueryEvent => ({ type: "query.show", language, at })
const answered = (language = "en", atMs = 5): QueryEvent => ({ type: "query.answered", language, at: atMs })
const failedBy = (reason: string): QueryEvent => ({ type: "query.failed", failure: { reason }, at })
const failed = failedBy("system.internal")
const failure = { reason: "system.internal" }
const recalled: QueryEvent = { type: "query.recalled", knownAtMs: 2, failure: null, at }
const [leave, prefetch, renew, invalidate] = [say("leave"), say("prefetch"), say("renew"), say("invalidate")]
/** What asks for an answer. */
const wishes = [show("de"), say("refresh"), renew, prefetch]

const { begins, scenario } = scenariosOf(queryMachine, { ...seen })
const call = (mayRecall: boolean) => ["start ask", { mayRecall }] as const
const KNOWN = { atMs: 5, failure: null, language: "en" }

describe("the answer to a request", () => {
  begins("idle", { context: { atMs: null, failure: null, language: null } })

  for (const wish of wishes)
    scenario(`is asked for by ${wish.type}`, [
      [say("invalidate"), "idle"],
      wish === prefetch
        ? [wish, "loading.recalling", { does: [call(true), "start recall"] }]
        : [wish, "loading.unknown", { does: [call(true)] }],
    ])

  scenario(
    "is asked for anew where the one under way may be outdated, and left alone when it is not needed",
    [
      [renew, "loading.unknown", { does: ["stop ask", call(true)] }],
      [invalidate, "loading.unknown", { does: ["stop ask", call(true)] }],
      [prefetch, "loading.recalling", { does: ["start recall"] }],
      [say("notCached"), "loading.unknown", { does: ["stop recall"] }],
      [leave, "idle", { does: ["stop ask"] }],
      [answered(), "idle"],
    ],
    [show()],
  )

  scenario(
    "is shown as fresh, and asked for again in another language",
    [
      [answered(), "fresh", { context: KNOWN, does: ["stop ask"] }],
      [show(), "fresh"],
      [show("de"), "refreshing", { does: [call(false)] }],
      [answered("de", 6), "fresh", { context: { atMs: 6, language: "de" }, does: ["stop ask"] }],
      [say("clear"), "idle", { context: { atMs: null, language: null } }],
    ],
    [show()],
  )

  for (const [reason, phase] of [
    ["no-answer.network", "offline"],
    ["no-answer.timeout", "failed"],
  ] as const)
    for (const wish of wishes)
      scenario(
        `is ${phase} where nothing is known, until ${wish.type}`,
        [
          [failedBy(reason), phase, { context: { failure: { reason } }, does: ["stop ask"] }],
          [invalidate, phase],
          wish === prefetch
            ? [wish, "loading.recalling", { does: [call(true), "start recall"] }]
            : [wish, "loading.unknown", { does: [call(true)] }],
        ],
        [show()],
      )

  scenario(
    "is outdated at once where something has changed, and asked for when it is shown",
    [
      [invalidate, "outdated"],
      [invalidate, "outdated"],
      [show(), "refreshing", { does: [call(false)] }],
      [leave, "outdated", { does: ["stop ask"] }],
    ],
    [show(), answered()],
  )
  for (const wish of wishes) {
    scenario(
      `that is fresh is refreshed by ${wish.type}`,
      [[wish, "refreshing", { does: [call(false)] }]],
      [show(), answered()],
    )
    scenario(
      `that is outdated is refreshed by ${wish.type}`,
      [[wish, "refreshing", { does: [call(false)] }]],
      [show(), answered(), invalidate],
    )
    scenario(
      `that is stale is asked for by ${wish.type}, and stays so until there is an answer`,
      [
        [failed, "stale", { context: { failure }, does: ["stop ask"] }],
        [invalidate, "stale"],
        [wish, "retrying", { does: [call(false)] }],
        [
          failedBy("no-answer.network"),
          "stale",
          { context: { failure: { reason: "no-answer.network" } }, does: ["stop ask"] },
        ],
        [wish, "retrying", { does: [call(false)] }],
        [renew, "retrying", { does: ["stop ask", call(false)] }],
        [invalidate, "retrying", { does: ["stop ask", call(false)] }],
        [leave, "stale", { does: ["stop ask"] }],
        [wish, "retrying", { does: [call(false)] }],
        [answered("en", 9), "fresh", { context: { atMs: 9, failure: null }, does: ["stop ask"] }],
      ],
      [show(), answered(), say("refresh")],
    )
    scenario(
      `that is cached is asked for by ${wish.type}, and stays so until there is an answer`,
      [
        [wish, "reaching", { does: [call(false)] }],
        [failed, "recalled", { context: { failure }, does: ["stop ask"] }],
        [invalidate, "recalled"],
        [wish, "reaching", { does: [call(false)] }],
        [renew, "reaching", { does: ["stop ask", call(false)] }],
        [invalidate, "reaching", { does: ["stop ask", call(false)] }],
        [leave, "recalled", { does: ["stop ask"] }],
        [wish, "reaching", { does: [call(false)] }],
        [
          answered("en", 9),
          "fresh",
          { context: { atMs: 9, failure: null, language: "en" }, does: ["stop ask"] },
        ],
      ],
      [show(), recalled, leave],
    )
  }

  scenario(
    "under way is asked for anew where it may be outdated",
    [
      [renew, "refreshing", { does: ["stop ask", call(false)] }],
      [invalidate, "refreshing", { does: ["stop ask", call(false)] }],
    ],
    [show(), answered(), say("refresh")],
  )

  const cached = {
    context: { atMs: 2 },
  } as const
  scenario(
    "is the cached one until the server answers",
    [
      [recalled, "loading.cached", { ...cached, does: ["stop recall"] }],
      [answered(), "fresh", { context: KNOWN, does: ["stop ask"] }],
    ],
    [prefetch],
  )
  for (const event of [renew, invalidate])
    scenario(
      `that is cached is asked for anew at ${event.type}`,
      [
        [recalled, "loading.cached", cached],
        [event, "reaching", { does: ["stop ask", call(false)] }],
      ],
      [show()],
    )
  scenario(
    "that is cached stays where the call fails",
    [
      [recalled, "loading.cached", cached],
      [
        failedBy("no-answer.network"),
        "recalled",
        { context: { failure: { reason: "no-answer.network" } }, does: ["stop ask"] },
      ],
    ],
    [show()],
  )
})
