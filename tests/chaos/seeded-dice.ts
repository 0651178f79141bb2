/** Seeded random choices, so that a failed run can be repeated. */
export interface Dice {
  /** An integer from 0 to `sides` − 1. */
  readonly roll: (sides: number) => number
  readonly pick: <A>(choices: readonly [A, ...A[]]) => A
}

/** Mulberry32: 32 bits of state suffice for choosing the next step. */
export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
  return { roll, pick: (choices) => choices[roll(choices.length)] ?? choices[0] }
}
