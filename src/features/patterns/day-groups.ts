/** The items of one calendar day in the member's time zone. */
export interface DayGroup<Item> {
  /** The formatted date. */
  readonly day: string
  readonly items: readonly Item[]
}

/** Groups neighbouring items of the same day. Keeps their order. */
export const groupByDay = <Item>(
  items: readonly Item[],
  dayOf: (item: Item) => string,
): readonly DayGroup<Item>[] => {
  const groups: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}
