import { describe } from "vitest"
import { queryMachine, queryPhase } from "../../machines/query.ts"
import type { QueryEvent } from "../../src/events/query.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each answer. */
const ANSWERS = {
  "none.unknown": ["loading"],
  "none.reading": ["loading"],
  "none.refused.failed": ["failed"],
  "none.refused.offline": ["offline"],
  cached: ["ready", "filled cached stale"],
  fresh: ["ready", "filled"],
  outdated: ["ready", "filled"],
  stale: ["ready", "filled stale"],
}
type Answer = keyof typeof ANSWERS
const idle = (answer: Answer) => `request.idle answer.${answer}`
const asking = (answer: Answer) => `request.asking answer.${answer}`
const phases = Object.fromEntries(
  Object.entries(ANSWERS).flatMap(([answer, [phase, ...tags]]) => [
    [`request.idle answer.${answer}`, [phase, ...tags].join(" ")],
    [`request.asking answer.${answer}`, [phase, "busy", ...tags].join(" ")],
  ]),
)

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

const { begins, scenario } = scenariosOf(queryMachine, { phase: queryPhase, phases })
const call = (mayRecall: boolean) => ["start ask", { mayRecall }] as const
const KNOWN = { atMs: 5, failure: null, language: "en" }

describe("the answer to a request", () => {
  begins(idle("none.unknown"), { context: { atMs: null, failure: null, language: null } })

  for (const wish of wishes)
    scenario(`is requested by ${wish.type}`, [
      [say("invalidate"), idle("none.unknown")],
      wish === prefetch
        ? [wish, asking("none.reading"), { does: [call(true), "start recall"] }]
        : [wish, asking("none.unknown"), { does: [call(true)] }],
    ])

  scenario(
    "is requested again where the one under way may be outdated, and left alone when it is not needed",
    [
      [renew, asking("none.unknown"), { does: ["stop ask", call(true)] }],
      [invalidate, asking("none.unknown"), { does: ["stop ask", call(true)] }],
      [prefetch, asking("none.reading"), { does: ["start recall"] }],
      [say("notCached"), asking("none.unknown"), { does: ["stop recall"] }],
      [leave, idle("none.unknown"), { does: ["stop ask"] }],
    ],
    [show()],
  )

  scenario(
    "is shown as fresh, and asked for again in another language",
    [
      [answered(), idle("fresh"), { context: KNOWN, does: ["stop ask"] }],
      [show(), idle("fresh")],
      [show("de"), asking("outdated"), { does: [call(false)] }],
      [answered("de", 6), idle("fresh"), { context: { atMs: 6, language: "de" }, does: ["stop ask"] }],
      [say("clear"), idle("none.unknown"), { context: { atMs: null, language: null } }],
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
          [
            failedBy(reason),
            idle(`none.refused.${phase}`),
            { context: { failure: { reason } }, does: ["stop ask"] },
          ],
          [invalidate, idle(`none.refused.${phase}`)],
          wish === prefetch
            ? [wish, asking("none.reading"), { does: [call(true), "start recall"] }]
            : [wish, asking("none.unknown"), { does: [call(true)] }],
        ],
        [show()],
      )

  scenario(
    "is outdated at once where something has changed, and asked for when it is shown",
    [
      [invalidate, idle("outdated")],
      [invalidate, idle("outdated")],
      [show(), asking("outdated"), { does: [call(false)] }],
      [leave, idle("outdated"), { does: ["stop ask"] }],
    ],
    [show(), answered()],
  )
  for (const wish of wishes) {
    scenario(
      `that is fresh is refreshed by ${wish.type}`,
      [[wish, asking("outdated"), { does: [call(false)] }]],
      [show(), answered()],
    )
    scenario(
      `that is outdated is refreshed by ${wish.type}`,
      [[wish, asking("outdated"), { does: [call(false)] }]],
      [show(), answered(), invalidate],
    )
    scenario(
      `that is stale is requested by ${wish.type}, and stays so until there is an answer`,
      [
        [failed, idle("stale"), { context: { failure }, does: ["stop ask"] }],
        [invalidate, idle("stale")],
        [wish, asking("stale"), { does: [call(false)] }],
        [
          failedBy("no-answer.network"),
          idle("stale"),
          { context: { failure: { reason: "no-answer.network" } }, does: ["stop ask"] },
        ],
        [wish, asking("stale"), { does: [call(false)] }],
        [renew, asking("stale"), { does: ["stop ask", call(false)] }],
        [invalidate, asking("stale"), { does: ["stop ask", call(false)] }],
        [leave, idle("stale"), { does: ["stop ask"] }],
        [wish, asking("stale"), { does: [call(false)] }],
        [answered("en", 9), idle("fresh"), { context: { atMs: 9, failure: null }, does: ["stop ask"] }],
      ],
      [show(), answered(), say("refresh")],
    )
    scenario(
      `that is cached is requested by ${wish.type}, and stays so until there is an answer`,
      [
        [wish, asking("cached"), { does: [call(false)] }],
        [failed, idle("cached"), { context: { failure }, does: ["stop ask"] }],
        [invalidate, idle("cached")],
        [wish, asking("cached"), { does: [call(false)] }],
        [renew, asking("cached"), { does: ["stop ask", call(false)] }],
        [invalidate, asking("cached"), { does: ["stop ask", call(false)] }],
        [leave, idle("cached"), { does: ["stop ask"] }],
        [wish, asking("cached"), { does: [call(false)] }],
        [
          answered("en", 9),
          idle("fresh"),
          { context: { atMs: 9, failure: null, language: "en" }, does: ["stop ask"] },
        ],
      ],
      [show(), recalled, leave],
    )
  }

  scenario(
    "under way is requested again where it may be outdated",
    [
      [renew, asking("outdated"), { does: ["stop ask", call(false)] }],
      [invalidate, asking("outdated"), { does: ["stop ask", call(false)] }],
    ],
    [show(), answered(), say("refresh")],
  )

  const cached = {
    context: { atMs: 2 },
  } as const
  scenario(
    "is the cached one until the server answers",
    [
      [recalled, asking("cached"), { ...cached, does: ["stop recall"] }],
      [{ ...recalled, knownAtMs: 3, failure }, asking("cached"), { context: { atMs: 3, failure } }],
      [answered(), idle("fresh"), { context: KNOWN, does: ["stop ask"] }],
    ],
    [prefetch],
  )
  for (const event of [renew, invalidate])
    scenario(
      `that is cached is requested again at ${event.type}`,
      [
        [recalled, asking("cached"), cached],
        [event, asking("cached"), { does: ["stop ask", call(false)] }],
      ],
      [show()],
    )
  scenario(
    "that is cached stays where the call fails",
    [
      [recalled, asking("cached"), cached],
      [
        failedBy("no-answer.network"),
        idle("cached"),
        { context: { failure: { reason: "no-answer.network" } }, does: ["stop ask"] },
      ],
    ],
    [show()],
  )
})
