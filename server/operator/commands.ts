/** Every command of the operators, but those that inject faults. */
import { Effect } from "effect"
import type { Config } from "../config.ts"
import type { Vault } from "../core/vault.ts"
import type { Db } from "../db/db.ts"
import type { Market } from "../market/market.ts"
import type { Passwords } from "../members/password.ts"
import type { Sessions } from "../members/sessions.ts"
import { accountCommands } from "./account-commands.ts"
import { appearanceCommands } from "./appearance-commands.ts"
import { backupCommands } from "./backup-commands.ts"
import { bookCommands } from "./book-commands.ts"
import type { OperatorCommand } from "./command.ts"
import { complaintCommands } from "./complaint-commands.ts"
import { contentCommands } from "./content-commands.ts"
import { factorCommands } from "./factor-commands.ts"
import { freezeCommands } from "./freeze-commands.ts"
import { liabilityCommands } from "./liability-commands.ts"
import { marketCommands } from "./market-commands.ts"
import { memberCommands } from "./member-commands.ts"
import { peopleCommands } from "./people.ts"
import { addProductCommand, productCommands } from "./product-commands.ts"
import { proposalCommands } from "./proposals.ts"
import { rateCommands } from "./rate-commands.ts"
import { reviewCommands } from "./review-commands.ts"
import { settlementCommands } from "./settlement-commands.ts"
import { siteCommands } from "./site-commands.ts"
import { statementCommands } from "./statement-commands.ts"
import { termsCommands } from "./terms-commands.ts"

/** What a server offers to its operators. */
export const operatorCommands: ReadonlyArray<
  OperatorCommand<Db | Config | Market | Vault | Passwords | Sessions>
> = [
  ...accountCommands,
  ...memberCommands,
  ...statementCommands,
  ...freezeCommands,
  ...factorCommands,
  ...peopleCommands,
  ...proposalCommands,
  ...reviewCommands,
  ...complaintCommands,
  ...siteCommands,
  ...appearanceCommands,
  ...contentCommands,
  ...termsCommands,
  ...rateCommands,
  ...liabilityCommands,
  ...productCommands,
  addProductCommand,
  ...bookCommands,
  ...backupCommands,
  ...settlementCommands,
  ...marketCommands,
]

/** The names and summaries of the commands, for everybody to read. */
export const listOperatorPowers = () =>
  Effect.succeed(
    operatorCommands
      .map(({ name, summary }) => ({ name, summary }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
