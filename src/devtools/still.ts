/** The rows of a list at which somebody looks, while new ones come. */

/** The rows as they stood when the reader began, and what they were found in. */
export interface Kept<Item> {
  readonly items: readonly Item[]
  readonly of: unknown
}

export interface Still<Item> {
  /** What to draw. */
  readonly rows: readonly Item[]
  /** How many have come since. */
  readonly fresh: number
  /** True where there may be more of them than the list holds. */
  readonly isMore: boolean
}

/** Kept rows stay in their order and say what is known of them now; those that the list has let go stay as they were. */
export const standingStill = <Item>(
  items: readonly Item[],
  kept: Kept<Item> | null,
  keyOf: (item: Item) => string,
): Still<Item> => {
  if (!kept) return { rows: items, fresh: 0, isMore: false }
  const now = new Map(items.map((item) => [keyOf(item), item]))
  const rows = kept.items.map((item) => now.get(keyOf(item)) ?? item)
  for (const item of kept.items) now.delete(keyOf(item))
  return { rows, fresh: now.size, isMore: now.size === items.length }
}
