import { describe } from "vitest"
import { isBusy, pushMachine, pushPhase } from "../../machines/push.ts"
import type { PushEvent } from "../../src/events/push.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
type Word = "look" | "turnOn" | "turnOff" | "permitted" | "denied" | "dismissed" | "unsubscribed"
const say = (word: Word): PushEvent => ({ type: `push.${word}`, at })
const [look, turnOn, turnOff, denied] = [say("look"), say("turnOn"), say("turnOff"), say("denied")]
const found = (
  permission: "unsupported" | "notAsked" | "denied" | "granted",
  isSubscribed = false,
): PushEvent => ({ type: "push.found", permission, isSubscribed, at })
const subscribed = (isFailing = false): PushEvent => ({ type: "push.subscribed", isFailing, at })
const failure = { reason: "no-answer.network" }
const failed: PushEvent = { type: "push.failed", failure, at }

describe("notices while the app is closed", () => {
  const { begins, scenario } = scenariosOf(pushMachine, {
    shows: (snapshot) => ({ phase: pushPhase(snapshot), isBusy: isBusy(snapshot) }),
  })
  const looking = (does: readonly string[] = ["start look"]) =>
    ["looking", { shows: { phase: "looking" }, does }] as const
  const busy = (phase: string, does: readonly string[]) => ({ shows: { phase, isBusy: true }, does })
  const idle = (phase: string, does: readonly string[]) => ({ shows: { phase, isBusy: false }, does })

  begins("looking", {
    context: { failure: null },
    shows: { phase: "looking", isBusy: false },
    does: ["start look"],
  })

  for (const [permission, phase, isAnew] of [
    ["unsupported", "unsupported", false],
    ["notAsked", "offered", true],
    ["denied", "denied", true],
  ] as const)
    scenario(`are ${permission} where the browser says so`, [
      [found(permission, true), permission, { shows: { phase }, does: ["stop look"] }],
      [turnOff, permission],
      isAnew ? [look, ...looking()] : [look, permission],
    ])

  scenario("are turned on once the member allows them in the browser", [
    [found("notAsked"), "notAsked", { shows: { phase: "offered" }, does: ["stop look"] }],
    [turnOn, "asking", { shows: { phase: "asking" }, does: ["start ask"] }],
    [say("dismissed"), "notAsked", { shows: { phase: "offered" }, does: ["stop ask"] }],
    [turnOn, "asking", { shows: { phase: "asking" }, does: ["start ask"] }],
    [say("permitted"), "subscribing", busy("offered", ["stop ask", "start subscribe"])],
    [subscribed(true), "on", idle("on", ["stop subscribe"])],
    [turnOn, "on"],
    [look, ...looking()],
  ])
  scenario(
    "stay off where the member forbids them",
    [[denied, "denied", { shows: { phase: "denied" }, does: ["stop ask"] }]],
    [found("notAsked"), turnOn],
  )

  scenario("are turned on where the browser allows them already", [
    [found("granted"), "off", { shows: { phase: "offered" }, does: ["stop look"] }],
    [turnOn, "subscribing", busy("offered", ["start subscribe"])],
    [failed, "off", { context: { failure }, ...idle("offered", ["stop subscribe"]) }],
    [turnOn, "subscribing", { context: { failure: null }, ...busy("offered", ["start subscribe"]) }],
    [denied, "denied", idle("denied", ["stop subscribe"])],
  ])
  scenario(
    "that failed are looked at anew when the page is shown again",
    [[look, "looking", { context: { failure: null }, shows: { phase: "looking" }, does: ["start look"] }]],
    [found("granted"), turnOn, failed],
  )

  scenario("are shown as on once the server has confirmed them", [
    [found("granted", true), "renewing", busy("checking", ["stop look", "start subscribe"])],
    [subscribed(), "on", idle("on", ["stop subscribe"])],
    [turnOff, "unsubscribing", busy("on", ["start unsubscribe"])],
    [say("unsubscribed"), "off", idle("offered", ["stop unsubscribe"])],
  ])
  scenario(
    "are shown as failing where the last ones did not arrive",
    [
      [subscribed(true), "failing", idle("failing", ["stop subscribe"])],
      [look, ...looking()],
      [found("granted", true), "renewing", busy("checking", ["stop look", "start subscribe"])],
      [subscribed(true), "failing", idle("failing", ["stop subscribe"])],
      [turnOff, "unsubscribing", busy("on", ["start unsubscribe"])],
      [failed, "unconfirmed", { context: { failure }, ...idle("unconfirmed", ["stop unsubscribe"]) }],
    ],
    [found("granted", true)],
  )
  scenario(
    "are denied where the browser has withdrawn its permission",
    [[denied, "denied", idle("denied", ["stop subscribe"])]],
    [found("granted", true)],
  )
  for (const [event, state, more] of [
    [turnOn, "renewing", busy("checking", ["start subscribe"])],
    [turnOff, "unsubscribing", busy("on", ["start unsubscribe"])],
    [look, "looking", { shows: { phase: "looking" }, does: ["start look"] }],
  ] as const)
    scenario(
      `are unconfirmed where the server does not answer, until ${event.type}`,
      [
        [failed, "unconfirmed", { context: { failure }, ...idle("unconfirmed", ["stop subscribe"]) }],
        [event, state, { context: { failure: null }, ...more }],
      ],
      [found("granted", true)],
    )
})
