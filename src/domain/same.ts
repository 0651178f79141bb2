/** True if two plain values serialise to the same JSON (field order matters). */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
