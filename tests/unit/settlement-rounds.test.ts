import { describe, expect, it } from "vitest"
import { type PendingTicks, roundsOf, TICKS_A_ROUND } from "../../server/settlement/rounds.ts"

const tick = (seq: number) => ({ seq, atMs: seq * 1_000, price: 100n })
const ticks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => tick(from + index))

/** The rounds of one symbol that is complete up to a time after its last tick. */
const roundsOfOne = (pending: PendingTicks, isAll = true) =>
  roundsOf(["A"], new Map([["A", pending]]), 99_000_000, isAll)

/** Of each round: its ticks, the tick before them, and up to when it is complete. */
const seqs = (rounds: ReturnType<typeof roundsOf>) =>
  rounds.map((round) =>
    round.map((each) => [each.ticks.map(({ seq }) => seq), each.before?.seq ?? null, each.completeUntilMs]),
  )

describe("the rounds of a symbol", () => {
  it("is one where nothing is pending, so that time alone can end a contract", () => {
    expect(seqs(roundsOf(["A"], new Map(), 5_000, true))).toEqual([[[[], null, 5_000]]])
    expect(seqs(roundsOf(["A"], new Map(), 5_000, false))).toEqual([[[[], null, 0]]])
    expect(seqs(roundsOfOne({ before: tick(7), next: [] }))).toEqual([[[[], 7, 99_000_000]]])
  })

  it("have so many ticks at most, each round after the last tick of the one before", () => {
    const rounds = roundsOfOne({ before: tick(3), next: ticks(4, 4 + 2 * TICKS_A_ROUND) })
    expect(rounds.map(([each]) => each?.ticks.length)).toEqual([TICKS_A_ROUND, TICKS_A_ROUND, 1])
    expect(rounds.map(([each]) => each?.before?.seq)).toEqual([3, 3 + TICKS_A_ROUND, 3 + 2 * TICKS_A_ROUND])
    const whole = roundsOfOne({ before: null, next: ticks(1, TICKS_A_ROUND) })
    expect(whole).toHaveLength(1)
  })

  it("are complete up to their last tick, the last one up to the market's time if nothing is left", () => {
    const next = ticks(1, TICKS_A_ROUND + 1)
    const untilOf = (isAll: boolean) =>
      roundsOfOne({ before: null, next }, isAll).map(([each]) => each?.completeUntilMs)
    expect(untilOf(true)).toEqual([TICKS_A_ROUND * 1_000, 99_000_000])
    expect(untilOf(false)).toEqual([TICKS_A_ROUND * 1_000, (TICKS_A_ROUND + 1) * 1_000])
    // a tick that came after the time was read
    expect(seqs(roundsOf(["A"], new Map([["A", { before: null, next: [tick(1)] }]]), 500, true))).toEqual([
      [[[1], null, 1_000]],
    ])
  })

  it("have the first tick after a gap alone, and go on after it", () => {
    expect(seqs(roundsOfOne({ before: tick(3), next: [...ticks(4, 5), ...ticks(8, 9)] }))).toEqual([
      [[[4, 5], 3, 5_000]],
      [[[8], 5, 8_000]],
      [[[9], 8, 99_000_000]],
    ])
    expect(seqs(roundsOfOne({ before: tick(3), next: ticks(5, 6) }))).toEqual([
      [[[5], 3, 5_000]],
      [[[6], 5, 99_000_000]],
    ])
    expect(seqs(roundsOfOne({ before: null, next: ticks(1, 2) }))).toEqual([[[[1, 2], null, 99_000_000]]])
    expect(seqs(roundsOfOne({ before: null, next: ticks(2, 3) }))).toEqual([
      [[[2], null, 2_000]],
      [[[3], 2, 99_000_000]],
    ])
  })
})

describe("the rounds of several symbols", () => {
  it("go side by side, and a symbol is in no round after its last ticks", () => {
    const pending = new Map([
      ["A", { before: null, next: ticks(1, TICKS_A_ROUND + 2) }],
      ["B", { before: tick(1), next: ticks(2, 3) }],
    ])
    const rounds = roundsOf(["A", "B", "C"], pending, 99_000_000, true)
    expect(rounds.map((round) => round.map(({ symbol }) => symbol))).toEqual([["A", "B", "C"], ["A"]])
    expect(rounds[0]?.map(({ completeUntilMs }) => completeUntilMs)).toEqual([
      TICKS_A_ROUND * 1_000,
      99_000_000,
      99_000_000,
    ])
  })
})
