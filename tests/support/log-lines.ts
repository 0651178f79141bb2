import { Logger } from "effect"

/** Each message that is logged, in order; before that of an alarm stands the alarm's name. */
export const messageLog = (lines: string[]) =>
  Logger.layer([
    Logger.map(Logger.formatStructured, ({ annotations: { alarm }, message }) => {
      lines.push(alarm === undefined ? String(message) : `${alarm}: ${String(message)}`)
    }),
  ])

/** The messages of alarms alone, each after the alarm's name. */
export const alarmLog = (alarms: string[]) =>
  Logger.layer([
    Logger.map(Logger.formatStructured, ({ annotations: { alarm }, message }) => {
      if (alarm !== undefined) alarms.push(`${alarm}: ${String(message)}`)
    }),
  ])
