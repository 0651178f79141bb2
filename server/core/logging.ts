import { Formatter, type Layer, Logger } from "effect"
import type { LogFormat } from "../config.ts"

/**
 * One JSON object a line: time, level, message, cause and what annotates it, such as `request` and
 * `member`.
 */
const jsonLines = Logger.withConsoleLog(
  Logger.map(Logger.formatStructured, ({ timestamp, level, message, cause, annotations }) =>
    Formatter.formatJson({
      ...annotations,
      time: timestamp,
      level: level.toLowerCase(),
      message,
      ...(cause === undefined ? {} : { cause }),
    }),
  ),
)

/** Writes the log to standard output: JSON for machines, or text. */
export const loggingLayer = (format: LogFormat): Layer.Layer<never> =>
  Logger.layer([format === "json" ? jsonLines : Logger.defaultLogger])
