import { describe } from "vitest"
import { isJoining, isLeader, isTakingOver, leaderMachine } from "../../machines/leader.ts"
import { LEADER_ASK_LIMIT_MS, LEADER_ASK_MS, LEADER_SILENCE_MS } from "../../src/domain/limits.ts"
import type { LeaderEvent } from "../../src/events/leader.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
const say = (type: Exclude<LeaderEvent["type"], "leader.wanted">): LeaderEvent => ({ type, at })
const wanted = (tab: string, isIdle = true): LeaderEvent => ({ type: "leader.wanted", tab, isIdle, at })
const [granted, refused, lost] = [
  say("leader.lockGranted"),
  say("leader.lockRefused"),
  say("leader.lockLost"),
]
const [takeOver, resign, yielded] = [say("leader.takeOver"), say("leader.resign"), say("leader.yielded")]
const lock = (type: "try" | "queue" | "steal" | "release") => ({ to: "lock", type: `lock.${type}` })
const message = (word: string, tab: string) => ({ to: "channel", type: "channel.send", word, tab })
const ASKED = message("want", "t1")
const busy = (tab: string) => message("busy", tab)

const tab = (hasChannel: boolean) =>
  scenariosOf(leaderMachine, {
    input: { id: "t1", hasChannel },
    shows: (snapshot) => ({
      leads: isLeader(snapshot),
      joins: isJoining(snapshot),
      takesOver: isTakingOver(snapshot),
    }),
  })

describe("a tab", () => {
  const { begins, scenario } = tab(true)

  begins("joining", {
    context: { id: "t1", hasChannel: true, heir: "", unanswered: 0 },
    shows: { leads: false, joins: true, takesOver: false },
    does: ["start lock", "start channel", lock("try")],
  })

  scenario("leads if it is the first, and answers no message to others", [
    [granted, "leading.recording", { shows: { joins: false, leads: true } }],
    [say("leader.answered"), "leading.recording"],
    [yielded, "leading.recording"],
    [takeOver, "leading.recording"],
  ])

  scenario("follows where another leads, and waits in the queue of the lock", [
    [refused, "following.watching", { shows: { joins: false }, does: [lock("queue")] }],
    [yielded, "following.watching"],
    [wanted("t2"), "following.watching"],
    [granted, "leading.catchingUp", { shows: { leads: true, takesOver: true }, does: ["start catchUp"] }],
    [wanted("t2"), "leading.catchingUp", { does: [busy("t2")] }],
    [say("leader.caughtUp"), "leading.recording", { shows: { takesOver: false }, does: ["stop catchUp"] }],
  ])

  scenario(
    "in which the member acts asks the leader, which hands over",
    [
      [takeOver, "following.asking.waiting", { shows: { takesOver: true }, does: [ASKED] }],
      [takeOver, "following.asking.waiting"],
      [yielded, "following.stealing", { does: [lock("steal")] }],
      [granted, "leading.catchingUp", { shows: { leads: true }, does: ["start catchUp"] }],
    ],
    [refused],
  )

  scenario(
    "asks again and again, as long as the leader answers, and then steals the lock",
    [
      [takeOver, "following.asking.waiting", { shows: { takesOver: true }, does: [ASKED] }],
      [LEADER_ASK_MS - 1, "following.asking.waiting"],
      [1, "following.asking.waiting", { context: { unanswered: 1 }, does: [ASKED] }],
      [LEADER_ASK_MS, "following.asking.waiting", { context: { unanswered: 2 }, does: [ASKED] }],
      [say("leader.answered"), "following.asking.waiting", { context: { unanswered: 0 } }],
      [LEADER_ASK_MS, "following.asking.waiting", { context: { unanswered: 1 }, does: [ASKED] }],
    ],
    [refused],
  )

  const times = LEADER_SILENCE_MS / LEADER_ASK_MS - 1
  const unansweredFor = (count: number) => Array.from({ length: count }, () => LEADER_ASK_MS)

  scenario(
    "steals the lock of a leader that does not answer, not before",
    [[LEADER_ASK_MS, "following.stealing", { does: [lock("steal")] }]],
    [refused, takeOver, ...unansweredFor(times)],
  )
  scenario(
    "asks a silent leader until its time is over",
    [[LEADER_ASK_MS, "following.asking.waiting", { context: { unanswered: times }, does: [ASKED] }]],
    [refused, takeOver, ...unansweredFor(times - 1)],
  )

  const asked = Array.from({ length: LEADER_ASK_LIMIT_MS / LEADER_ASK_MS - 1 }, () => [
    LEADER_ASK_MS,
    say("leader.answered"),
  ]).flat()
  scenario(
    "steals the lock of a leader that is busy for too long",
    [[LEADER_ASK_MS, "following.stealing", { context: { unanswered: 0 }, does: [lock("steal")] }]],
    [refused, takeOver, ...asked],
  )

  scenario(
    "follows on where the browser does not give the lock, and asks again",
    [
      [refused, "following.watching", { shows: { takesOver: false } }],
      [
        takeOver,
        "following.asking.waiting",
        { context: { unanswered: 0 }, shows: { takesOver: true }, does: [ASKED] },
      ],
      [granted, "leading.catchingUp", { shows: { leads: true }, does: ["start catchUp"] }],
    ],
    [refused, takeOver, LEADER_ASK_MS, yielded],
  )

  for (const [how, event, does] of [
    ["is stolen", lost, []],
    ["is given up", resign, [lock("release")]],
  ] as const) {
    scenario(
      `pauses its actors when its lock ${how}`,
      [
        [event, "pausing", { shows: { leads: false }, does: [...does, "start pause"] }],
        [say("leader.paused"), "following.watching", { does: ["stop pause", lock("queue")] }],
      ],
      [granted],
    )
  }

  scenario(
    "hands over to the tab in which the member acts",
    [
      [wanted("t2", false), "leading.recording", { does: [busy("t2")] }],
      [wanted("t2"), "flushing", { context: { heir: "t2" }, shows: { leads: false }, does: ["start flush"] }],
      [wanted("t3"), "flushing", { does: [busy("t3")] }],
      [say("leader.flushed"), "yielding", { does: ["stop flush", message("yours", "t2")] }],
      [lost, "following.watching", { does: [lock("queue")] }],
    ],
    [granted],
  )

  scenario(
    "follows where its lock is stolen before it has flushed",
    [[lost, "following.watching", { does: ["stop flush", lock("queue")] }]],
    [granted, wanted("t2")],
  )

  scenario(
    "gives the lock to the next in the queue if the other tab does not take it",
    [
      [LEADER_SILENCE_MS - 1, "yielding"],
      [1, "following.watching", { does: [lock("release"), lock("queue")] }],
    ],
    [granted, wanted("t2"), say("leader.flushed")],
  )

  scenario(
    "asks for the leadership back if the member acts in it again",
    [
      [
        takeOver,
        "following.asking.waiting",
        { context: { unanswered: 0 }, shows: { takesOver: true }, does: [lock("queue"), ASKED] },
      ],
    ],
    [
      ...[refused, takeOver, LEADER_ASK_MS],
      ...[granted, say("leader.caughtUp"), wanted("t2"), say("leader.flushed")],
    ],
  )
})

describe("a tab without channels", () => {
  tab(false).scenario(
    "steals the lock at once",
    [[takeOver, "following.stealing", { shows: { takesOver: true }, does: [lock("steal")] }]],
    [refused],
  )
})
