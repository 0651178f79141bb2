import type { MemberEvent } from "../domain/member-event.ts"
import { urlOf } from "./routes.ts"

/** The page of the record that a notice is about; of a log-in or a factor the one that locks the account. */
export const noticeUrl = ({ kind, subject }: Pick<MemberEvent, "kind" | "subject">): string => {
  if (kind === "order" || kind === "close") return urlOf("hold-record", { id: subject })
  if (kind === "deposit") return urlOf("recharge-record", { id: subject })
  if (kind === "withdrawal") return urlOf("withdraw-record-detail", { id: subject })
  if (kind === "session" || kind === "factor") return urlOf("logins")
  if (kind === "alert") return urlOf("alerts")
  return kind === "real-name" ? urlOf("realname") : urlOf("income-record")
}
