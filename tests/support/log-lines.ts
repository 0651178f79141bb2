import { Logger } from "effect"

const collected = (lines: string[], isWanted: (alarm: unknown) => boolean) =>
  Logger.layer([
    Logger.map(Logger.formatStructured, ({ annotations: { alarm }, message }) => {
      if (isWanted(alarm)) lines.push(alarm === undefined ? String(message) : `${alarm}: ${String(message)}`)
    }),
  ])

/** Each message that is logged, in order; before that of an alarm stands the alarm's name. */
export const messageLog = (lines: string[]) => collected(lines, () => true)

/** The messages of alarms alone, each after the alarm's name. */
export const alarmLog = (alarms: string[]) => collected(alarms, (alarm) => alarm !== undefined)
