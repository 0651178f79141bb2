import { describe } from "vitest"
import { pushMachine, pushPhase } from "../../machines/push.ts"
import type { PushEvent } from "../../src/events/push.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: pushPhase,
  phases: {
    asking: "asking",
    denied: "denied",
    failing: "failing",
    looking: "looking",
    notAsked: "offered",
    off: "offered",
    on: "on",
    renewing: "checking busy",
    subscribing: "offered busy",
    unconfirmed: "unconfirmed",
    unsubscribing: "on busy",
    unsupported: "unsupported",
  },
}

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
  const { begins, scenario } = scenariosOf(pushMachine, { ...seen })
  const looking = (does: readonly string[] = ["start look"]) => ["looking", { does }] as const

  begins("looking", { context: { failure: null }, does: ["start look"] })

  for (const [permission, isAnew] of [
    ["unsupported", false],
    ["notAsked", true],
    ["denied", true],
  ] as const)
    scenario(`are ${permission} where the browser says so`, [
      [found(permission, true), permission, { does: ["stop look"] }],
      [turnOff, permission],
      isAnew ? [look, ...looking()] : [look, permission],
    ])

  scenario("are turned on once the member allows them in the browser", [
    [found("notAsked"), "notAsked", { does: ["stop look"] }],
    [turnOn, "asking", { does: ["start ask"] }],
    [say("dismissed"), "notAsked", { does: ["stop ask"] }],
    [turnOn, "asking", { does: ["start ask"] }],
    [say("permitted"), "subscribing", { does: ["stop ask", "start subscribe"] }],
    [subscribed(true), "on", { does: ["stop subscribe"] }],
    [turnOn, "on"],
    [look, ...looking()],
  ])
  scenario(
    "stay off where the member forbids them",
    [[denied, "denied", { does: ["stop ask"] }]],
    [found("notAsked"), turnOn],
  )

  scenario("are turned on where the browser allows them already", [
    [found("granted"), "off", { does: ["stop look"] }],
    [turnOn, "subscribing", { does: ["start subscribe"] }],
    [failed, "off", { context: { failure }, does: ["stop subscribe"] }],
    [turnOn, "subscribing", { context: { failure: null }, does: ["start subscribe"] }],
    [denied, "denied", { does: ["stop subscribe"] }],
  ])
  scenario(
    "that failed are looked at again when the page is shown again",
    [[look, "looking", { context: { failure: null }, does: ["start look"] }]],
    [found("granted"), turnOn, failed],
  )

  scenario("are shown as on once the server has confirmed them", [
    [found("granted", true), "renewing", { does: ["stop look", "start subscribe"] }],
    [subscribed(), "on", { does: ["stop subscribe"] }],
    [turnOff, "unsubscribing", { does: ["start unsubscribe"] }],
    [say("unsubscribed"), "off", { does: ["stop unsubscribe"] }],
  ])
  scenario(
    "are shown as failing where the last ones did not arrive",
    [
      [subscribed(true), "failing", { does: ["stop subscribe"] }],
      [look, ...looking()],
      [found("granted", true), "renewing", { does: ["stop look", "start subscribe"] }],
      [subscribed(true), "failing", { does: ["stop subscribe"] }],
      [turnOff, "unsubscribing", { does: ["start unsubscribe"] }],
      [failed, "unconfirmed", { context: { failure }, does: ["stop unsubscribe"] }],
    ],
    [found("granted", true)],
  )
  scenario(
    "are denied where the browser has withdrawn its permission",
    [[denied, "denied", { does: ["stop subscribe"] }]],
    [found("granted", true)],
  )
  for (const [event, state, more] of [
    [turnOn, "renewing", { does: ["start subscribe"] }],
    [turnOff, "unsubscribing", { does: ["start unsubscribe"] }],
    [look, "looking", { does: ["start look"] }],
  ] as const)
    scenario(
      `are unconfirmed where the server does not answer, until ${event.type}`,
      [
        [failed, "unconfirmed", { context: { failure }, does: ["stop subscribe"] }],
        [event, state, { context: { failure: null }, ...more }],
      ],
      [found("granted", true)],
    )
})
