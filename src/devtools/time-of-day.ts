const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (locale: string): Intl.DateTimeFormat => {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      hourCycle: "h23",
    })
  formats.set(locale, format)
  return format
}

/** Time of day, to the millisecond. */
export const timeOfDayText = (locale: string, atMs: number): string => formatOf(locale).format(atMs)
