import type { Config } from "../config.ts"
import type { Handlers } from "../core/handler.ts"
import type { Vault } from "../core/vault.ts"
import type { Db } from "../db/db.ts"
import { readCredit } from "./credit.ts"
import { listInvited, readPromote } from "./promote.ts"
import { readRealName, submitRealName } from "./real-name.ts"

type AccountEndpoint =
  | "creditDetail"
  | "realNameDetail"
  | "realNameSubmit"
  | "promoteSummary"
  | "promoteLists"

export type AccountServices = Db | Config | Vault

/** What belongs to a member besides money: standing, name check, invitations. */
export const accountHandlers: Handlers<AccountEndpoint, AccountServices> = {
  creditDetail: readCredit,
  realNameDetail: readRealName,
  realNameSubmit: submitRealName,
  promoteSummary: readPromote,
  promoteLists: listInvited,
}
