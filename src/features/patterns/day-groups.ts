/** The items of one calendar day of the member. */
export interface DayGroup<Item> {
  /** As the member reads it. */
  readonly day: string
  readonly items: readonly Item[]
}

/** Groups a list that is in order of time by what `dayOf` calls the day; the order is kept. */
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
