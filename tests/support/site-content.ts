/** A visitor, and the operator's commands about what the site shows. */
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { type OperatorCommand, parseCommand } from "../../server/operator/command.ts"
import { contentCommands } from "../../server/operator/content-commands.ts"
import { siteCommands } from "../../server/operator/site-commands.ts"
import type { CashWorld } from "./cash.ts"

export const anyone: Call = { memberId: "", tokenHash: "", address: "127.0.0.1", locale: "en" }
const commands: ReadonlyArray<OperatorCommand<CashWorld>> = [...siteCommands, ...contentCommands]

/** Runs an operator command line; its answer, or the problem. */
export const operate = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
  const read = parseCommand(commands, words)
  if ("problem" in read) return read.problem
  return yield* read.command
    .run(read.values, { who: "a test", why: read.why })
    .pipe(Effect.catch((error) => Effect.succeed(error.message)))
})
